//! How long a thousand short boxes take; run with `--ignored --nocapture`.

use std::time::Instant;

use kitpress::text::{Align, BoxSpec, FontBook, NoIcons, lay_box};

#[test]
#[ignore = "a measurement, not a check"]
fn a_thousand_boxes() {
    let texts = [
        "Take two cards and give one to your left neighbour.",
        "床カードを2枚引き、1枚を左どなりにわたす。",
        "Bed Hair",
    ];
    for round in 0..3 {
        let start = Instant::now();
        for i in 0..1000 {
            let spec = BoxSpec {
                text: texts[i % 3],
                w: 40.0,
                h: 20.0,
                align: Align::Center,
                ..BoxSpec::default()
            };
            lay_box(&spec, FontBook::bundled(), &NoIcons).expect("fits");
        }
        println!("round {round}: {:?}", start.elapsed());
    }
}
