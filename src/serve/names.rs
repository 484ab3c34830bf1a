//! The names and addresses of this computer: what it may be called in a request, and where others on a home network
//! reach it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// What a server may be called. Whoever comes by another name was led here by somebody else's.
#[derive(Clone, Debug)]
pub struct OwnNames {
    hosts: Vec<String>,
}

impl OwnNames {
    /// The names of a server that listens there.
    pub fn of(listens: SocketAddr) -> Self {
        let port = listens.port();
        let mut hosts: Vec<String> = Vec::new();
        let mut address = |ip: IpAddr| hosts.push(SocketAddr::new(ip, port).to_string());
        if listens.ip().is_unspecified() {
            addresses().into_iter().for_each(&mut address);
        } else {
            address(listens.ip());
        }
        if listens.ip().is_unspecified() || listens.ip().is_loopback() {
            address(Ipv4Addr::LOCALHOST.into());
            hosts.push(format!("localhost:{port}"));
        } else if let Some(name) = hostname() {
            hosts.push(format!("{name}:{port}"));
            hosts.push(format!("{name}.local:{port}"));
        }
        if port == 80 {
            let bare: Vec<String> = hosts.iter().map(|h| h.replace(":80", "")).collect();
            hosts.extend(bare);
        }
        Self { hosts }
    }

    /// Whether a request's `Host` is one of them.
    pub(super) fn has(&self, host: &str) -> bool {
        self.hosts.iter().any(|h| h.eq_ignore_ascii_case(host))
    }

    /// Whether a page of that `Origin` is ours.
    pub(super) fn has_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|h| self.has(h))
    }
}

/// What this computer calls itself, where that can be a name of a network.
fn hostname() -> Option<String> {
    let name = std::env::var("HOSTNAME").ok();
    let name = name.or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok())?;
    let name = name.trim().to_ascii_lowercase();
    let sound = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    (!name.is_empty() && name.chars().all(sound)).then_some(name)
}

/// The addresses of this computer that others can reach, home networks first.
pub fn addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut all: Vec<IpAddr> = all.iter().map(|i| i.ip()).collect();
    all.retain(|ip| !ip.is_loopback() && !link_local(*ip));
    all.sort_by_key(|ip| (!is_private(*ip), !ip.is_ipv4(), *ip));
    all.dedup();
    all
}

fn link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

/// Whether an address is of a home network, or of this computer alone.
pub(crate) fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            // Also those that providers, tunnels and containers share out: none is reached from the world.
            let [a, b, ..] = ip.octets();
            let shared = a == 100 && (64..128).contains(&b);
            let local = ip.is_private() || ip.is_loopback() || ip.is_link_local();
            local || shared || ip.is_documentation()
        }
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_loopback() || ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_count() {
        let names = OwnNames::of("127.0.0.1:7373".parse().expect("an address"));
        assert!(names.has("127.0.0.1:7373") && names.has("LocalHost:7373"));
        for other in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7373",
            "",
            "localhost:73733",
        ] {
            assert!(!names.has(other), "{other}");
        }
        assert!(names.has_origin("http://localhost:7373"));
        for other in [
            "null",
            "https://localhost:7373",
            "http://localhost:7373/",
            "localhost:7373",
        ] {
            assert!(!names.has_origin(other), "{other}");
        }
    }

    #[test]
    fn a_home_network_is_told_from_the_world() {
        let private = |text: &str| is_private(text.parse().expect("an address"));
        assert!(private("192.168.1.7") && private("10.0.0.1") && private("fd00::1"));
        // What providers share out among their customers.
        assert!(private("100.64.0.1") && private("100.127.9.9"));
        assert!(!private("100.63.0.1") && !private("100.128.0.1"));
        assert!(!private("93.184.216.34") && !private("2606:2800::1"));
    }
}
