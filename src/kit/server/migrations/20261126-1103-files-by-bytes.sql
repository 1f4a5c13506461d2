-- The same picture under another key is found by its bytes.
create index stored_file_bytes on stored_file (sha256);
