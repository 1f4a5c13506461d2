#!/bin/sh
# 首次启动建集群、账号与库；以后直接启动。口令在 POSTGRES_PASSWORD。
set -eu
data=/var/lib/postgresql/data/15
if [ ! -s "$data/PG_VERSION" ]; then
  rm -rf "$data.new"
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  initdb -D "$data.new" --username=postgres --pwfile=/tmp/password --auth-local=peer --auth-host=scram-sha-256 --encoding=UTF8 --locale=C --data-checksums >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data.new/pg_hba.conf"
  pg_ctl -D "$data.new" -w -o "-c listen_addresses='' -c unix_socket_directories=/tmp" start >/dev/null
  psql -Xq -h /tmp -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" postgres <<'SQL'
create role onecard login createdb createrole password :'password';
grant pg_monitor, pg_signal_backend to onecard;
create database onecard owner onecard;
SQL
  pg_ctl -D "$data.new" -w stop >/dev/null
  mv "$data.new" "$data"
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c timezone=Asia/Shanghai -c shared_buffers=512MB \
  -c max_wal_size=4GB -c min_wal_size=1GB -c wal_compression=on -c random_page_cost=1.1 -c max_connections=200 -c jit=off
