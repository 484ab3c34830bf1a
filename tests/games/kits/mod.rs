//! Shipped kits, by their game pages.

mod birth_or_burst;
mod cat_and_chocolate;
mod catch_and_run;
mod cats;
mod icecool;
mod readings;
