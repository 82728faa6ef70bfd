/**
 * Leaves out of the browser's bundle what only the server reads of the contract: the schemas, each of which is the stand-in for
 * zod there, and the parts of a call's definition that no page asks for, such as its sentence for the OpenAPI page.
 */
import { type ESTree, type Plugin, parseAst } from 'vite';
import { FOR_THE_SERVER } from './schema-stand-in.ts';

export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler: (code) => ({ code: stripSchemas(code), map: null }),
    },
  };
}

/** The parts of a call's definition that the browser reads. */
export const READ_IN_BROWSER: readonly string[] = [
  'access',
  'idempotent',
  'message',
  'form',
  'file',
  'list',
  'events',
  'bare',
  'download',
];
/** The functions of `contract/src/endpoint.ts` that take a path and a definition. */
const VERBS: readonly string[] = ['get', 'post', 'put', 'patch', 'del'];

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

type Edit = { start: number; end: number; text: string };

/** `code` is JavaScript. An expression that builds a schema becomes `z`, which any such expression returns. */
export function stripSchemas(code: string): string {
  const schemas = new Set<string>();
  const edits: Edit[] = [];
  const left = new Set<Node>();
  const visit = (node: Node) => {
    if (left.has(node)) return;
    if (node.type === 'ImportSpecifier' && nameOf(node.imported) === 'z') schemas.add('z');
    if (node.type !== 'Identifier' && isSchema(node, schemas))
      edits.push({ start: node.start, end: node.end, text: 'z' });
    else visitParts(node);
  };
  const visitParts = (node: Node) => {
    for (const property of definitionOf(node)) {
      if (isRead(property)) continue;
      left.add(property);
      edits.push({ start: property.start, end: afterComma(code, property.end), text: '' });
    }
    for (const child of childrenOf(node)) visit(child);
    const { type, id, init } = node;
    if (type === 'VariableDeclarator' && isSchema(init, schemas)) schemas.add(nameOf(id));
  };
  visit(parseAst(code) as ESTree.Program & Node);
  return edits
    .toSorted((one, other) => one.start - other.start)
    .reduceRight(
      (text, { start, end, text: put }) => `${text.slice(0, start)}${put}${text.slice(end)}`,
      code,
    );
}

/** The properties of the definition of a call; none of every other expression. */
function definitionOf({ type, callee, arguments: given }: Node): Node[] {
  if (type !== 'CallExpression' || !VERBS.includes(nameOf(callee))) return [];
  const [, definition] = (given as Node[]) ?? [];
  return definition?.type === 'ObjectExpression' ? childrenOf(definition) : [];
}

const isRead = ({ type, key }: Node): boolean => type !== 'Property' || READ_IN_BROWSER.includes(nameOf(key));

const afterComma = (code: string, end: number): number =>
  end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);

function isSchema(value: unknown, schemas: ReadonlySet<string>): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'Identifier') return schemas.has(nameOf(value));
  if (value.type === 'CallExpression') return isSchema(value.callee, schemas);
  if (value.type !== 'MemberExpression' || value.computed) return false;
  // To use a schema is an error that the stand-in reports.
  return isSchema(value.object, schemas) && !FOR_THE_SERVER.includes(nameOf(value.property));
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name) : '');

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
