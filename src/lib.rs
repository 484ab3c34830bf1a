//! kitpress prints board games at home and runs them at the table, both from one kit.
//!
//! The press, in order: [`kit`] *load* → [`template`] *render* → [`scene`] → [`impose`] → [`write`].

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod impose;
pub mod scene;
pub mod text;
pub mod units;
pub mod write;
