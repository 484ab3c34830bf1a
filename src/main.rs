//! The command line: parse, dispatch, print an error with its hint, exit code.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    kitpress::cli::run()
}
