-- The orders their lists offer: the platform's devices are many, and a sort without an index reads them all.
create index device_name on device (name, id);
create index device_warranty on device (warranty_end, id);
create index device_created on device (created_at, id);
create index device_type_name on device_type (name, id);
create index device_type_created on device_type (created_at, id);
