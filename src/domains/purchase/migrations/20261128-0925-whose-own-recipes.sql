comment on table bom_recipe is 'not-tenant: a caterer''s own recipes, some of them for one unit';
