-- Confirming and sending back certificates are rights of their own: whoever kept the crew, or signs the sheets, keeps them.
update role set grants = grants || array['/admin/organization/cook_user#confirm', '/admin/organization/cook_user#reject']
where grants @> array['/admin/organization/cook_user#query']
  and grants && array['/admin/organization/cook_user#certificate', '/admin/organization/food_safety_employee#sign']
  and not grants @> array['/admin/organization/cook_user#confirm'];
