/**
 * Puts the scope's conditions into every statement on a tenant table, and refuses statements on one without a scope.
 * The database layer holds the tenant wall; no review is needed to see that a page has one.
 */
import {
  type AliasNode,
  AndNode,
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
  type RootOperationNode,
  type SelectQueryNode,
  sql,
  type TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely';
import type { Reach, Scope, TableScope, TableScopes } from './scope.ts';

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

/** One unit compares with `=`, so that an index led by the unit also gives the order. */
const inReach = (alias: string, column: string, reach: readonly number[]) =>
  reach.length === 1
    ? sql`${sql.ref(`${alias}.${column}`)} = ${reach[0]}`
    : sql`${sql.ref(`${alias}.${column}`)} = any(${reach}::bigint[])`;

function unitCondition(alias: string, [type, id]: readonly [string, string], scope: Scope) {
  const sides = (
    [
      ['AGENT', scope.agents],
      ['CONTRACTOR', scope.contractors],
      ['ORGANIZATION', scope.organizations],
    ] as const
  ).map(([unit, reach]: readonly [string, Reach]) =>
    reach === 'ALL'
      ? sql`${sql.ref(`${alias}.${type}`)} = ${unit}`
      : sql`(${sql.ref(`${alias}.${type}`)} = ${unit} and ${inReach(alias, id, reach)})`,
  );
  return sql`(${sql.join(sides, sql` or `)})`;
}

/** The conditions of one table under a scope; an empty list means unrestricted. */
export function scopeConditions(alias: string, rule: TableScope, scope: Scope) {
  const conditions = [];
  const owners = (
    [
      [rule.organization, scope.organizations],
      [rule.contractor, scope.contractors],
      [rule.agent, scope.agents],
    ] as const
  ).filter(([column]) => column !== undefined);
  if (owners.length > 0 && owners.every(([, reach]) => reach !== 'ALL')) {
    const sides = owners.map(([column, reach]) => inReach(alias, column!, reach as readonly number[]));
    conditions.push(sides.length === 1 ? sides[0]! : sql`(${sql.join(sides, sql` or `)})`);
  }
  if (rule.unit && scope.unitType !== null && scope.unitType !== 'PLATFORM')
    conditions.push(unitCondition(alias, rule.unit, scope));
  if (rule.department && scope.departments !== 'ALL')
    conditions.push(inReach(alias, rule.department, scope.departments));
  if (rule.restaurant && scope.restaurants !== 'ALL')
    conditions.push(inReach(alias, rule.restaurant, scope.restaurants));
  if (rule.operator && scope.operator !== null)
    conditions.push(sql`${sql.ref(`${alias}.${rule.operator}`)} = ${scope.operator}`);
  return conditions;
}

class ScopeTransformer extends OperationNodeTransformer {
  readonly #rules: TableScopes;
  readonly #scope: Scope | undefined;

  constructor(rules: TableScopes, scope: Scope | undefined) {
    super();
    this.#rules = rules;
    this.#scope = scope;
  }

  #conditions(item: OperationNode): OperationNode[] {
    const at = named(item);
    const rule = at && this.#rules[at.table];
    if (!at || !rule) return [];
    if (!this.#scope) throw new Error(`statement on tenant table ${at.table} without a scope`);
    return scopeConditions(at.alias, rule, this.#scope).map((c) => c.toOperationNode());
  }

  #where(where: WhereNode | undefined, items: readonly OperationNode[]): WhereNode | undefined {
    let result = where && WhereNode.create(ParensNode.create(where.where));
    for (const condition of items.flatMap((i) => this.#conditions(i)))
      result = result ? WhereNode.cloneWithOperation(result, 'And', condition) : WhereNode.create(condition);
    return result;
  }

  override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const plain = super.transformSelectQuery(node);
    const where = this.#where(plain.where, plain.from?.froms ?? []);
    const joins = plain.joins?.map((join) => {
      const conditions = this.#conditions(join.table);
      if (conditions.length === 0) return join;
      const on = conditions.reduce<OperationNode | undefined>(
        (left, right) => (left ? AndNode.create(left, right) : right),
        join.on && ParensNode.create(join.on.on),
      );
      return { ...join, on: OnNode.create(on!) };
    });
    return { ...plain, ...(where ? { where } : {}), ...(joins ? { joins } : {}) };
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
    const at = plain.into && named(plain.into);
    if (at && this.#rules[at.table] && !this.#scope)
      throw new Error(`statement on tenant table ${at.table} without a scope`);
    return plain;
  }
}

/** Plugin that narrows every statement to `scope`; without one, statements on registered tables throw. */
export function scopePlugin(rules: TableScopes, scope?: Scope): KyselyPlugin {
  const transformer = new ScopeTransformer(rules, scope);
  return {
    transformQuery: (args: PluginTransformQueryArgs): RootOperationNode =>
      transformer.transformNode(args.node, args.queryId),
    transformResult: async (args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => args.result,
  };
}
