//! A ZIP file by hand, nothing compressed: enough for small spreadsheets.
#![allow(dead_code)]

/// Packs files, in order.
pub fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let offset = out.len() as u32;
        let facts = facts(name, text);
        out.extend(b"PK\x03\x04\x14\x00");
        out.extend(&facts);
        out.extend(name.bytes());
        out.extend(text.bytes());
        directory.extend(b"PK\x01\x02\x14\x00\x14\x00");
        directory.extend(&facts);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.bytes());
    }
    let (start, length, count) = (out.len() as u32, directory.len() as u32, files.len() as u16);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

/// Flags, method, time, date, checksum, sizes and the lengths of name and extras.
fn facts(name: &str, text: &str) -> Vec<u8> {
    let size = (text.len() as u32).to_le_bytes();
    let mut out = vec![0, 0, 0, 0, 0, 0, 0x21, 0x28];
    out.extend(crc(text.as_bytes()).to_le_bytes());
    out.extend(size);
    out.extend(size);
    out.extend((name.len() as u16).to_le_bytes());
    out.extend([0, 0]);
    out
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| {
            if c & 1 == 1 {
                (c >> 1) ^ 0xedb8_8320
            } else {
                c >> 1
            }
        })
    };
    !bytes.iter().fold(!0, step)
}

/// An Excel file of sheets; each is the inside of its `<sheetData>`. Style 1 is a date, 2 a time, 3 hours.
pub fn xlsx(sheets: &[(&str, &str)], strings: &[&str]) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const REL: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let mut files: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| files.push((name.to_owned(), text));
    let numbered = || sheets.iter().enumerate().map(|(i, s)| (i + 1, s.0));
    let list: String = numbered()
        .map(|(n, name)| format!("<sheet name=\"{name}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>"))
        .collect();
    let links: String = numbered()
        .map(|(n, _)| format!("<Relationship Id=\"rId{n}\" Type=\"{REL}/worksheet\" Target=\"worksheets/sheet{n}.xml\"/>"))
        .collect();
    let types: String = numbered()
        .map(|(n, _)| format!("<Override PartName=\"/xl/worksheets/sheet{n}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"))
        .collect();
    add(
        "[Content_Types].xml",
        format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/>{types}</Types>"
        ),
    );
    add(
        "_rels/.rels",
        format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"{REL}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        ),
    );
    add(
        "xl/workbook.xml",
        format!("<workbook xmlns=\"{MAIN}\" xmlns:r=\"{REL}\"><sheets>{list}</sheets></workbook>"),
    );
    add(
        "xl/_rels/workbook.xml.rels",
        format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{links}<Relationship Id=\"rIdS\" Type=\"{REL}/sharedStrings\" Target=\"sharedStrings.xml\"/><Relationship Id=\"rIdT\" Type=\"{REL}/styles\" Target=\"styles.xml\"/></Relationships>"
        ),
    );
    add(
        "xl/styles.xml",
        format!(
            "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"20\"/><xf numFmtId=\"46\"/></cellXfs></styleSheet>"
        ),
    );
    let strings: String = strings.iter().map(|s| format!("<si>{s}</si>")).collect();
    add(
        "xl/sharedStrings.xml",
        format!("<sst xmlns=\"{MAIN}\">{strings}</sst>"),
    );
    for (i, (_, data)) in sheets.iter().enumerate() {
        add(
            &format!("xl/worksheets/sheet{}.xml", i + 1),
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{data}</sheetData></worksheet>"),
        );
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    zip(&files)
}

/// An OpenDocument file of sheets; each is the inside of its `<table:table>`.
pub fn ods(sheets: &[(&str, &str)]) -> Vec<u8> {
    const NS: &str = "urn:oasis:names:tc:opendocument:xmlns";
    let tables: String = sheets
        .iter()
        .map(|(name, rows)| format!("<table:table table:name=\"{name}\">{rows}</table:table>"))
        .collect();
    let content = format!(
        "<office:document-content xmlns:office=\"{NS}:office:1.0\" xmlns:table=\"{NS}:table:1.0\" xmlns:text=\"{NS}:text:1.0\" xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    );
    let manifest =
        format!("<manifest:manifest xmlns:manifest=\"{NS}:manifest:1.0\"></manifest:manifest>");
    zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", &manifest),
        ("content.xml", &content),
    ])
}
