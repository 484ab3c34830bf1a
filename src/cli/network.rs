//! Which of this computer's addresses the table is served at, and what to do where no phone can get there.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::say;
use crate::say::Say;
use crate::serve;

/// Where a table is served, and what to say about it.
#[derive(Debug)]
pub(super) struct Network {
    /// The addresses of this computer that were found, home networks first.
    found: Vec<IpAddr>,
    /// The address that was asked for.
    asked: Option<IpAddr>,
}

impl Network {
    /// The network that this computer is in now.
    pub(super) fn now(asked: Option<IpAddr>) -> Self {
        let found = serve::addresses();
        Self { found, asked }
    }

    fn private(&self) -> Vec<IpAddr> {
        let all = self.found.iter().copied();
        all.filter(|ip| serve::is_private(*ip)).collect()
    }

    fn public(&self) -> Vec<IpAddr> {
        let all = self.found.iter().copied();
        all.filter(|ip| !serve::is_private(*ip)).collect()
    }

    /// The address to listen at: a public one only when it was asked for.
    pub(super) fn listens(&self) -> IpAddr {
        let home = self.private().first().copied();
        self.asked
            .unwrap_or_else(|| home.unwrap_or(Ipv4Addr::LOCALHOST.into()))
    }

    /// Where people get in, the first before all others.
    pub(super) fn shown(&self, port: u16) -> Vec<SocketAddr> {
        let listens = self.listens();
        let mut all = match listens.is_unspecified() {
            true => self.private(),
            false => vec![listens],
        };
        if all.is_empty() {
            all.push(Ipv4Addr::LOCALHOST.into());
        }
        all.into_iter()
            .map(|ip| SocketAddr::new(ip, port))
            .collect()
    }

    /// What people should know: that no phone gets here and what to do then, or that too many do.
    pub(super) fn notes(&self) -> Vec<Say> {
        let told = |ips: &[IpAddr]| {
            let ips: Vec<String> = ips.iter().map(ToString::to_string).collect();
            ips.join(", ")
        };
        let (private, public) = (self.private(), self.public());
        match self.asked {
            Some(ip) if ip.is_unspecified() && !public.is_empty() => vec![say!(
                "everybody on the internet reaches {} as well",
                told(&public)
            )],
            Some(ip) if ip.is_unspecified() || serve::is_private(ip) => Vec::new(),
            Some(ip) => vec![say!(
                "{} is a public address: everybody on the internet reaches it",
                ip.to_string()
            )],
            None => match (private.as_slice(), public.is_empty()) {
                ([], true) => vec![
                    say!("this computer is in no network, so no phone gets here"),
                    say!(
                        "switch on a phone's hotspot, connect this computer to it, and start again"
                    ),
                    say!("`--bind 127.0.0.1` says that this computer alone is meant"),
                ],
                ([], false) => vec![
                    say!(
                        "this computer has public addresses only ({}), so the table is served to this computer alone",
                        told(&public)
                    ),
                    say!(
                        "switch on a phone's hotspot, connect this computer to it, and start again"
                    ),
                    say!(
                        "`--bind {}` serves everybody on the internet",
                        public[0].to_string()
                    ),
                ],
                ([_], _) => Vec::new(),
                ([_, others @ ..], _) => vec![say!(
                    "this computer is in other networks, too: {}; `--bind` chooses the address, `--bind 0.0.0.0` takes all",
                    told(others)
                )],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(found: &[&str], asked: Option<&str>) -> Network {
        let ip = |s: &&str| s.parse().expect("an address");
        Network {
            found: found.iter().map(ip).collect(),
            asked: asked.map(|s| ip(&s)),
        }
    }

    fn notes(network: &Network) -> String {
        let notes = network.notes();
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        notes.join("\n")
    }

    #[test]
    fn without_a_network_it_is_said_what_to_do() {
        let none = network(&[], None);
        assert!(none.listens().is_loopback());
        let said = notes(&none);
        assert!(
            said.contains("hotspot") && said.contains("--bind 127.0.0.1"),
            "{said}"
        );
        assert_eq!(notes(&network(&[], Some("127.0.0.1"))), "");
    }

    #[test]
    fn a_public_address_is_taken_only_when_given() {
        let out = network(&["93.184.216.34"], None);
        assert!(out.listens().is_loopback());
        assert!(
            notes(&out).contains("`--bind 93.184.216.34`"),
            "{}",
            notes(&out)
        );
        let both = network(&["192.168.1.20", "93.184.216.34"], None);
        assert_eq!(both.listens().to_string(), "192.168.1.20");
        assert_eq!(notes(&both), "");
        let given = network(&["192.168.1.20"], Some("93.184.216.34"));
        assert_eq!(given.listens().to_string(), "93.184.216.34");
        assert!(notes(&given).contains("internet"));
        let all = network(&["192.168.1.20", "93.184.216.34"], Some("0.0.0.0"));
        assert!(notes(&all).contains("93.184.216.34"));
        assert_eq!(all.shown(80).len(), 1);
    }

    #[test]
    fn every_private_address_is_told() {
        let two = network(&["10.0.0.5", "192.168.1.20"], None);
        assert_eq!(
            two.shown(7374),
            ["10.0.0.5:7374".parse().expect("an address")]
        );
        assert!(notes(&two).contains("192.168.1.20"), "{}", notes(&two));
        let all = network(&["10.0.0.5", "192.168.1.20"], Some("0.0.0.0"));
        let shown: Vec<String> = all.shown(7374).iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["10.0.0.5:7374", "192.168.1.20:7374"]);
    }
}
