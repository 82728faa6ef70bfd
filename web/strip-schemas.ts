/** Leaves the schemas of the contract out of the browser's bundle: there each of them is the stand-in for zod. */
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

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** `code` is JavaScript. An expression that builds a schema becomes `z`, which any such expression returns. */
export function stripSchemas(code: string): string {
  const schemas = new Set<string>();
  const found: Node[] = [];
  const visit = (node: Node) => {
    if (node.type === 'ImportSpecifier' && nameOf(node.imported) === 'z') schemas.add('z');
    if (node.type !== 'Identifier' && isSchema(node, schemas)) return found.push(node);
    for (const child of childrenOf(node)) visit(child);
    const { type, id, init } = node;
    if (type === 'VariableDeclarator' && isSchema(init, schemas)) schemas.add(nameOf(id));
  };
  visit(parseAst(code) as ESTree.Program & Node);
  return found.reduceRight((text, { start, end }) => `${text.slice(0, start)}z${text.slice(end)}`, code);
}

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
