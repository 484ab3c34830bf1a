//! A connection whose other end must read: one that takes nothing for a while is broken off.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long nothing may be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// A stream with patience.
pub(super) struct Patient {
    stream: TcpStream,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub(super) fn new(stream: TcpStream) -> Self {
        let waiting = None;
        Self { stream, waiting }
    }

    /// What a write came to; one that waits too long has failed.
    fn within<T>(&mut self, context: &mut Context<'_>, tried: Poll<Result<T>>) -> Poll<Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(Error::from(ErrorKind::TimedOut)))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.within(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.within(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
