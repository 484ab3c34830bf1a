//! Text: boxes, flowing text and booklets, by the rules of setting.

mod figures;

mod booklet;
mod boxes;
mod flow;
mod look;
mod readings;
mod speed;
