/**
 * Puts the scope's conditions into every statement on a tenant table, and refuses statements on one without a scope.
 * The database layer holds the tenant wall; no review is needed to see that a page has one.
 */
import {
  type AliasNode,
  AndNode,
  type CommonTableExpressionNameNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  type SelectQueryNode,
  sql,
  type TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely';
import type { Reach, Scope, Served, TableScope, TableScopes, Through, UnitColumn } from './scope.ts';

interface Named {
  table: string;
  alias: string;
}

/** Table and alias of a FROM or JOIN item; undefined for sub-selects. */
function named(node: OperationNode): Named | undefined {
  if (node.kind === 'TableNode') {
    const table = (node as TableNode).table.identifier.name;
    return { table, alias: table };
  }
  if (node.kind === 'AliasNode') {
    const alias = node as AliasNode;
    const inner = named(alias.node);
    if (inner && alias.alias.kind === 'IdentifierNode')
      return { table: inner.table, alias: (alias.alias as OperationNode & { name: string }).name };
  }
  return undefined;
}

type Compare = (alias: string, column: string, reach: readonly number[]) => RawBuilder<unknown>;

/** One unit compares with `=`, so that an index led by the unit also gives the order. */
const inReach: Compare = (alias, column, reach) =>
  reach.length === 1
    ? sql`${sql.ref(`${alias}.${column}`)} = ${reach[0]}`
    : sql`${sql.ref(`${alias}.${column}`)} = any(${reach}::bigint[])`;

/** Beside rows that are found already a long list is asked, never looked up: an index would put it in order again for each row. */
const longest = 20;
const asked: Compare = (alias, column, reach) =>
  reach.length > longest
    ? sql`${sql.ref(`${alias}.${column}`)} + 0 = any(${reach}::bigint[])`
    : inReach(alias, column, reach);

const nobody = sql`false`;

function unitCondition(alias: string, [type, id]: readonly [string, string], scope: Scope) {
  // A contractor serves organizations and looks after none.
  const customers = scope.unitType === 'AGENT';
  const sides = (
    [
      ['AGENT', scope.agents],
      ['CONTRACTOR', scope.contractors],
      ['ORGANIZATION', scope.organizations],
    ] as const
  )
    .filter(([unit]) => customers || unit === scope.unitType)
    .map(([unit, reach]: readonly [string, Reach]) =>
      reach === 'ALL'
        ? sql`${sql.ref(`${alias}.${type}`)} = ${unit}`
        : sql`(${sql.ref(`${alias}.${type}`)} = ${unit} and ${inReach(alias, id, reach)})`,
    );
  return sql`(${sql.join(sides, sql` or `)})`;
}

function ownCondition(alias: string, [type, id]: readonly [string, string], scope: Scope) {
  return sql`(${sql.ref(`${alias}.${type}`)} = ${scope.unitType} and ${sql.ref(`${alias}.${id}`)} = ${scope.unitId})`;
}

function reachCondition(alias: string, rule: UnitColumn, scope: Scope, compare: Compare) {
  const [column, reach] =
    'organization' in rule
      ? [rule.organization, scope.organizations]
      : 'contractor' in rule
        ? [rule.contractor, scope.contractors]
        : [rule.agent, scope.agents];
  if (reach === 'ALL') return undefined;
  // Units that are gone through may be more than those whose rows of every kind are seen.
  return scope.unit && 'organization' in rule
    ? sql`(${sql.ref(`${alias}.${column}`)} = ${scope.unit} and ${scope.unit} = any(${reach}::bigint[]))`
    : compare(alias, column, reach);
}

function partyCondition(alias: string, party: Extract<TableScope, { party: unknown }>['party'], scope: Scope) {
  const sides = [scope.unitType === null ? [] : (party[scope.unitType] ?? [])]
    .flat()
    .map((column) =>
      typeof column === 'string'
        ? sql`${sql.ref(`${alias}.${column}`)} = ${scope.unitId}`
        : reachCondition(alias, column, scope, inReach),
    );
  if (sides.length === 0) return nobody;
  if (sides.includes(undefined)) return undefined;
  return sides.length === 1 ? sides[0] : sql`(${sql.join(sides, sql` or `)})`;
}

function ownerCondition(alias: string, rule: TableScope, scope: Scope, compare: Compare) {
  if ('organization' in rule || 'contractor' in rule || 'agent' in rule)
    return reachCondition(alias, rule, scope, compare);
  if (scope.unitType === 'PLATFORM' || (scope.unitType === null && scope.organizations === 'ALL')) return undefined;
  if (scope.unitType === null) return nobody;
  if ('own' in rule) return ownCondition(alias, rule.own, scope);
  if ('unit' in rule) return unitCondition(alias, rule.unit, scope);
  return partyCondition(alias, rule.party, scope);
}

function departmentCondition(alias: string, rule: string | Through, reach: readonly number[]) {
  if (typeof rule === 'string') return inReach(alias, rule, reach);
  const { table, by, column, unit } = rule;
  return sql`exists (select 1 from ${sql.table(table)} as within where within.${sql.ref(unit)} = ${sql.ref(`${alias}.${unit}`)}
    and within.id = ${sql.ref(`${alias}.${by}`)} and ${inReach('within', column, reach)})`;
}

/** What stands beside rows of a day may be seen as far as those rows. */
const backThen = (scope: Scope): Scope =>
  scope.served ? { ...scope, organizations: scope.served.organizations, restaurants: scope.served.restaurants } : scope;

function servedCondition(alias: string, restaurant: string, day: string, { terms, contractor }: Served) {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`exists (select 1 from ${sql.table(terms)} as term where term.organization_id = ${of('organization_id')}
    and term.restaurant_id = ${of(restaurant)} and term.contractor_id = ${contractor}
    and ${of(day)} between term.from_date and term.to_date)`;
}

/**
 * Is what a caterer served narrowed by its terms already, as by the list of all their restaurants? Two thousand ids take the planner
 * longer, partition by partition of the trades, than a page of them takes to read.
 */
const termsTellAll = ({ served }: Scope) => served?.whole === true && served.forgets === false;

function catererCondition(alias: string, column: string, { served, restaurants }: Scope) {
  if (!served) return restaurants === 'ALL' ? undefined : nobody;
  return served.whole ? sql`${sql.ref(`${alias}.${column}`)} = ${served.contractor}` : nobody;
}

/** The conditions of one table under a scope; an empty list means unrestricted. */
export function scopeConditions(alias: string, rule: TableScope, now: Scope, compare: Compare = inReach) {
  const scope = rule.day || rule.caterer ? backThen(now) : now;
  const owner = ownerCondition(alias, rule, scope, compare);
  const conditions = owner ? [owner] : [];
  if (rule.day && rule.restaurant && scope.served)
    conditions.push(servedCondition(alias, rule.restaurant, rule.day, scope.served));
  const caterer = rule.caterer && catererCondition(alias, rule.caterer, scope);
  if (caterer) conditions.push(caterer);
  if (rule.accounts && 'organization' in rule && scope.accounts !== undefined && scope.accounts !== 'ALL')
    conditions.push(inReach(alias, rule.organization, scope.accounts));
  if (rule.department && scope.departments !== 'ALL')
    conditions.push(departmentCondition(alias, rule.department, scope.departments));
  if (rule.restaurant && scope.restaurants !== 'ALL' && !(rule.day && termsTellAll(scope)))
    conditions.push(compare(alias, rule.restaurant, scope.restaurants));
  if (rule.operator && scope.operator !== null)
    conditions.push(sql`${sql.ref(`${alias}.${rule.operator}`)} = ${scope.operator}`);
  return conditions;
}

/** Names of the WITH parts anywhere in a statement. */
function withNames(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null || (node as OperationNode).kind === 'ValueNode') return names;
  if ((node as OperationNode).kind === 'CommonTableExpressionNameNode')
    names.add((node as CommonTableExpressionNameNode).table.table.identifier.name);
  for (const part of Object.values(node)) withNames(part, names);
  return names;
}

class ScopeTransformer extends OperationNodeTransformer {
  readonly #rules: TableScopes;
  readonly #scope: Scope | undefined;
  #statement: RootOperationNode | undefined;
  /** Parts built by the same handle come here twice, alone and within their statement; they are narrowed once. */
  readonly #narrowed = new WeakSet<SelectQueryNode>();

  constructor(rules: TableScopes, scope: Scope | undefined) {
    super();
    this.#rules = rules;
    this.#scope = scope;
  }

  narrow({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#statement = node;
    return this.transformNode(node, queryId);
  }

  /** The rule of a tenant table, undefined for what is open to all. @throws for a table no domain lists, or without a scope. */
  #rule(at: Named | undefined): TableScope | undefined {
    if (!at) return undefined;
    const rule = this.#rules[at.table];
    if (!rule && !withNames(this.#statement).has(at.table))
      throw new Error(`table ${at.table} is listed by no domain: name it under \`tables\` in its domain.ts`);
    if (!rule || rule === 'global') return undefined;
    if (!this.#scope) throw new Error(`statement on tenant table ${at.table} without a scope`);
    return rule;
  }

  #conditions(item: OperationNode, scope = this.#scope, compare = inReach): OperationNode[] {
    const at = named(item);
    const rule = this.#rule(at);
    return rule ? scopeConditions(at!.alias, rule, scope!, compare).map((c) => c.toOperationNode()) : [];
  }

  /** The scope of what is joined: names beside rows of a day are those of that day, though the place has changed hands since. */
  #beside(froms: readonly OperationNode[]): Scope | undefined {
    const ofDays = froms.some((item) => this.#rule(named(item))?.day);
    return ofDays && this.#scope ? backThen(this.#scope) : this.#scope;
  }

  override transformCommonTableExpressionName(node: CommonTableExpressionNameNode): CommonTableExpressionNameNode {
    const { name } = node.table.table.identifier;
    if (this.#rules[name]) throw new Error(`a WITH part may not bear the name of the table ${name}`);
    return super.transformCommonTableExpressionName(node);
  }

  #where(where: WhereNode | undefined, items: readonly OperationNode[]): WhereNode | undefined {
    let result = where && WhereNode.create(ParensNode.create(where.where));
    for (const condition of items.flatMap((i) => this.#conditions(i)))
      result = result ? WhereNode.cloneWithOperation(result, 'And', condition) : WhereNode.create(condition);
    return result;
  }

  override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    if (this.#narrowed.has(node)) return node;
    const plain = super.transformSelectQuery(node);
    const where = this.#where(plain.where, plain.from?.froms ?? []);
    const beside = this.#beside(plain.from?.froms ?? []);
    const joins = plain.joins?.map((join) => {
      const conditions = this.#conditions(join.table, beside, join.joinType === 'LeftJoin' ? asked : inReach);
      if (conditions.length === 0) return join;
      const on = conditions.reduce<OperationNode | undefined>(
        (left, right) => (left ? AndNode.create(left, right) : right),
        join.on && ParensNode.create(join.on.on),
      );
      return { ...join, on: OnNode.create(on!) };
    });
    const narrow: SelectQueryNode = { ...plain, ...(where ? { where } : {}), ...(joins ? { joins } : {}) };
    this.#narrowed.add(narrow);
    return narrow;
  }

  override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const plain = super.transformUpdateQuery(node);
    const where = this.#where(plain.where, plain.table ? [plain.table] : []);
    return { ...plain, ...(where ? { where } : {}) };
  }

  override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const plain = super.transformDeleteQuery(node);
    const where = this.#where(plain.where, plain.from.froms);
    return { ...plain, ...(where ? { where } : {}) };
  }

  override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const plain = super.transformInsertQuery(node);
    this.#rule(plain.into && named(plain.into));
    return plain;
  }
}

/** Plugin that narrows every statement to `scope`; without one, statements on tenant tables throw; so do those on tables no domain lists. */
export function scopePlugin(rules: TableScopes, scope?: Scope): KyselyPlugin {
  const transformer = new ScopeTransformer(rules, scope);
  return {
    transformQuery: (args: PluginTransformQueryArgs): RootOperationNode => transformer.narrow(args),
    transformResult: async (args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => args.result,
  };
}
