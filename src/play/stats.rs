//! What many games come to: who won how often, at what, against whom, how many in a row, and how long it took.
//!
//! Everything is counted from [`Record`]s. A player is known by the name, whatever its capitals; a share comes with the
//! interval that chance leaves open, since evenings are few.

use super::record::Record;
use super::seats;
use super::simulate::share;

/// What games come to.
#[derive(Clone, Debug, Default)]
pub struct HistoryStats {
    /// How many count.
    pub games: usize,
    /// The mean length in minutes, where there is one.
    pub minutes: Option<f64>,
    /// When the first began, and the last.
    pub between: Option<(u64, u64)>,
    /// Everybody who played, who won most often first.
    pub players: Vec<Player>,
    /// Every game that was played, the most played first.
    pub kits: Vec<KitStats>,
    /// Everybody who played with another, who did most often first.
    pub pairs: Vec<Pair>,
    /// What does not count, and why.
    pub left_out: LeftOut,
}

/// How many of something were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// How many games.
    pub games: u64,
    /// How many of them were won, alone or with others.
    pub wins: u64,
}

impl Won {
    fn count(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }

    /// The share that was won, and its 95 % interval.
    pub fn share(self) -> [f64; 3] {
        share(self.wins, self.games)
    }
}

/// What a player has come to.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name, as it was written last.
    pub name: String,
    /// In all games.
    pub all: Won,
    /// At each kit, by the kit's id.
    pub kits: Vec<(String, Won)>,
    /// How many of the last games were won in a row.
    pub streak: u64,
    /// The most that were ever won in a row.
    pub best: u64,
}

/// What a kit has come to.
#[derive(Clone, Debug)]
pub struct KitStats {
    /// Its id.
    pub id: String,
    /// What people call it, as its last table has it.
    pub title: crate::kit::Words,
    /// How many games.
    pub games: u64,
    /// How many nobody won.
    pub nobody: u64,
    /// The mean length in minutes.
    pub minutes: f64,
}

/// Two players who played together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Their places in [`HistoryStats::players`].
    pub players: [usize; 2],
    /// How many games.
    pub games: u64,
    /// How many the first won and the second did not, and the other way round.
    pub ahead: [u64; 2],
    /// Games that both won.
    pub both: u64,
}

impl Pair {
    /// Games that neither of them won.
    pub fn neither(&self) -> u64 {
        self.games - self.ahead[0] - self.ahead[1] - self.both
    }
}

/// How many tables do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// For practice.
    pub practice: usize,
    /// Not over yet.
    pub running: usize,
    /// Given up.
    pub given_up: usize,
}

impl HistoryStats {
    /// Leaves out the pairs that somebody is not of.
    pub(crate) fn keep_pairs_of(&mut self, player: &str) {
        let is = |seat: &usize| seats::fold(&self.players[*seat].name) == seats::fold(player);
        self.pairs.retain(|p| p.players.iter().any(is));
    }

    /// What these come to, the newest first; tables for practice only when they are asked for.
    pub fn of(records: &[Record], practice: bool) -> Self {
        let mut stats = Self::default();
        let mut counted: Vec<&Record> = Vec::new();
        for record in records {
            match record {
                r if r.practice && !practice => stats.left_out.practice += 1,
                r if !r.over() => stats.left_out.running += 1,
                r if r.given_up => stats.left_out.given_up += 1,
                r => counted.push(r),
            }
        }
        // In the order of the evenings; what ended in the same second stays as it was told.
        counted.reverse();
        counted.sort_by_key(|r| (r.ended, r.began));
        for record in &counted {
            stats.count(record);
        }
        stats.sort();
        let lengths: Vec<u64> = counted.iter().filter_map(|r| r.minutes).collect();
        stats.games = counted.len();
        stats.minutes = mean(&lengths);
        let begins = || counted.iter().map(|r| r.began);
        stats.between = begins().min().zip(begins().max());
        stats
    }

    fn count(&mut self, record: &Record) {
        let places: Vec<usize> = record.players.iter().map(|n| self.place(n)).collect();
        let won: Vec<bool> = (0..places.len())
            .map(|s| record.winners.contains(&s))
            .collect();
        for (place, won) in places.iter().zip(&won) {
            self.players[*place].count(&record.kit, *won);
        }
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate().skip(i + 1) {
                self.pair([*a, *b]).count([won[i], won[j]], a < b);
            }
        }
        let minutes = record.minutes.unwrap_or(0) as f64;
        let at = self.kits.iter().position(|k| k.id == record.kit);
        let at = at.unwrap_or_else(|| {
            self.kits.push(KitStats {
                id: record.kit.clone(),
                title: record.title.clone(),
                games: 0,
                nobody: 0,
                minutes: 0.0,
            });
            self.kits.len() - 1
        });
        let kit = &mut self.kits[at];
        kit.title = record.title.clone();
        kit.games += 1;
        kit.nobody += u64::from(record.winners.is_empty());
        kit.minutes += (minutes - kit.minutes) / kit.games as f64;
    }

    /// The place of a player; a new one for a new name.
    fn place(&mut self, name: &str) -> usize {
        let folded = seats::fold(name);
        let known = self
            .players
            .iter()
            .position(|p| seats::fold(&p.name) == folded);
        if let Some(at) = known {
            self.players[at].name = name.to_owned();
            return at;
        }
        self.players.push(Player {
            name: name.to_owned(),
            all: Won::default(),
            kits: Vec::new(),
            streak: 0,
            best: 0,
        });
        self.players.len() - 1
    }

    fn pair(&mut self, players: [usize; 2]) -> &mut Pair {
        let players = [players[0].min(players[1]), players[0].max(players[1])];
        let known = self.pairs.iter().position(|p| p.players == players);
        let at = known.unwrap_or_else(|| {
            self.pairs.push(Pair {
                players,
                games: 0,
                ahead: [0, 0],
                both: 0,
            });
            self.pairs.len() - 1
        });
        &mut self.pairs[at]
    }

    /// The best first; pairs follow their players to their new places.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|a, b| {
            let key = |i: usize| {
                let player = &self.players[i];
                (player.all.share()[1], player.all.wins)
            };
            key(*b)
                .partial_cmp(&key(*a))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let place = |old: usize| order.iter().position(|o| *o == old).unwrap_or(old);
        for pair in &mut self.pairs {
            pair.players = pair.players.map(place);
            if pair.players[0] > pair.players[1] {
                pair.players.reverse();
                pair.ahead.reverse();
            }
        }
        self.pairs
            .sort_by_key(|p| (std::cmp::Reverse(p.games), p.players));
        self.players = order.iter().map(|i| self.players[*i].clone()).collect();
        self.kits
            .sort_by_key(|k| (std::cmp::Reverse(k.games), k.id.clone()));
        for player in &mut self.players {
            player
                .kits
                .sort_by_key(|(id, w)| (std::cmp::Reverse(w.games), id.clone()));
        }
    }
}

impl Player {
    fn count(&mut self, kit: &str, won: bool) {
        self.all.count(won);
        match self.kits.iter_mut().find(|(id, _)| id == kit) {
            Some((_, at)) => at.count(won),
            None => {
                let mut at = Won::default();
                at.count(won);
                self.kits.push((kit.to_owned(), at));
            }
        }
        self.streak = if won { self.streak + 1 } else { 0 };
        self.best = self.best.max(self.streak);
    }
}

impl Pair {
    fn count(&mut self, won: [bool; 2], in_order: bool) {
        let won = if in_order { won } else { [won[1], won[0]] };
        self.games += 1;
        match won {
            [true, true] => self.both += 1,
            [true, false] => self.ahead[0] += 1,
            [false, true] => self.ahead[1] += 1,
            [false, false] => {}
        }
    }
}

fn mean(values: &[u64]) -> Option<f64> {
    let sum: u64 = values.iter().sum();
    (!values.is_empty()).then(|| sum as f64 / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(kit: &str, players: &str, winners: &[usize], at: u64) -> Record {
        Record {
            seal: format!("{kit}{at}"),
            kit: kit.to_owned(),
            title: Default::default(),
            players: players.split(',').map(str::to_owned).collect(),
            winners: winners.to_vec(),
            scores: Default::default(),
            began: at,
            last: at + 600,
            ended: Some(at + 600),
            minutes: Some(at / 100),
            settings: Default::default(),
            practice: false,
            given_up: false,
            moves: 3,
        }
    }

    #[test]
    fn wins_go_with_their_player_to_the_top() {
        let games = [
            game("a", "Ann,Bob", &[1], 1000),
            game("a", "Ann,Bob", &[0], 2000),
            game("a", "Ann,Bob", &[1], 3000),
        ];
        let stats = HistoryStats::of(&games, false);
        assert_eq!(stats.players[0].name, "Bob");
        let pair = &stats.pairs[0];
        assert_eq!((pair.players, pair.ahead), ([0, 1], [2, 1]));
    }

    #[test]
    fn wins_streaks_and_pairs_are_counted_in_the_order_of_the_evenings() {
        let games = [
            game("b", "bob,ANN", &[0], 4000),
            game("a", "Ann,Bob,Cho", &[0], 1000),
            game("a", "Bob,Ann", &[1], 2000),
            game("a", "Cho,Ann,Bob", &[1, 2], 3000),
            game("b", "Cho,Bob", &[], 5000),
        ];
        let stats = HistoryStats::of(&games, false);
        let names: Vec<&str> = stats.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["ANN", "Bob", "Cho"], "the last spelling counts");
        let ann = &stats.players[0];
        assert_eq!(ann.all, Won { games: 4, wins: 3 });
        assert_eq!((ann.streak, ann.best), (0, 3));
        assert_eq!(ann.kits[0], ("a".to_owned(), Won { games: 3, wins: 3 }));
        let bob = &stats.players[1];
        assert_eq!(
            (bob.all.games, bob.all.wins, bob.streak, bob.best),
            (5, 2, 0, 2)
        );
        let pair = &stats.pairs[0];
        assert_eq!((pair.players, pair.games), ([0, 1], 4));
        assert_eq!((pair.ahead, pair.both, pair.neither()), ([2, 1], 1, 0));
        let other = stats
            .pairs
            .iter()
            .find(|p| p.players == [1, 2])
            .expect("a pair");
        assert_eq!((other.games, other.ahead, other.neither()), (3, [1, 0], 2));
        assert_eq!(stats.minutes, Some(30.0));
        assert_eq!((stats.kits[0].id.as_str(), stats.kits[0].games), ("a", 3));
        assert_eq!(stats.kits[0].minutes, 20.0);
        assert_eq!(
            (stats.kits[1].nobody, stats.between),
            (1, Some((1000, 5000)))
        );
    }

    #[test]
    fn of_two_games_in_one_second_the_first_that_is_told_is_the_newest() {
        let games = [
            game("a", "Ann,Bob", &[0], 1000),
            game("a", "Ann,Bob", &[1], 1000),
        ];
        let stats = HistoryStats::of(&games, false);
        let streak = |name: &str| {
            let player = stats.players.iter().find(|p| p.name == name);
            player.expect("a player").streak
        };
        assert_eq!((streak("Ann"), streak("Bob")), (1, 0));
    }

    #[test]
    fn practice_and_what_has_no_end_are_left_out() {
        let mut games = vec![game("a", "Ann,Bob", &[0], 1); 4];
        games[1].practice = true;
        games[2].ended = None;
        games[3].given_up = true;
        let stats = HistoryStats::of(&games, false);
        let left_out = LeftOut {
            practice: 1,
            running: 1,
            given_up: 1,
        };
        assert_eq!((stats.games, stats.left_out), (1, left_out));
        assert_eq!(HistoryStats::of(&games, true).games, 2);
        assert!(HistoryStats::of(&[], false).minutes.is_none());
    }
}
