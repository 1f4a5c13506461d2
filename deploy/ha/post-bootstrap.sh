#!/bin/sh
# 新集群的第一件事：应用的账号与库。第一个参数是口令，最后一个是 Patroni 给的连接串。
set -eu
password=$1
for url; do :; done
psql --no-psqlrc -v ON_ERROR_STOP=1 -d "$url" <<SQL
create role onecard login createdb createrole password '$password';
grant pg_monitor, pg_signal_backend to onecard;
create role rewinder login password '$password';
grant execute on function pg_ls_dir(text, boolean, boolean), pg_stat_file(text, boolean), pg_read_binary_file(text), pg_read_binary_file(text, bigint, bigint, boolean) to rewinder;
create database onecard owner onecard;
alter database onecard set timezone = 'Asia/Shanghai';
alter database onecard set statement_timeout = '30s';
alter database onecard set idle_in_transaction_session_timeout = '10min';
SQL
