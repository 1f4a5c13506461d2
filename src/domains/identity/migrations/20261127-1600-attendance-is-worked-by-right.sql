-- Shifts, plans, leave and notices about faces rode on the right to look: whoever kept the districts, or the people, keeps them.
update role set grants = grants || array['/admin/organization/access_control_attendance#arrange',
  '/admin/organization/access_control_attendance#approve', '/admin/organization/access_control_attendance#reject']
where grants @> array['/admin/organization/access_control_attendance#query', '/admin/organization/district#update']
  and not grants @> array['/admin/organization/access_control_attendance#arrange'];
update role set grants = grants || array['/admin/organization/face_info_count#publish']
where grants @> array['/admin/organization/face_info_count#query', '/admin/organization/user#update']
  and not grants @> array['/admin/organization/face_info_count#publish'];
