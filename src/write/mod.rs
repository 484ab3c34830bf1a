//! From sheets to a PDF file: vector art, real text, each font once, each face one form.
