-- Where a terminal stood: as it was at the swipe.
create trigger keep_past after update on device for each row when (old.organization_id = new.organization_id)
  execute function keep_past('deploy_site_id');
