import type { ConnectionKind } from '#contract/connections.ts';
import type { Dialect } from './dialect.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';

const DIALECTS: Record<ConnectionKind, Dialect> = { postgres, mysql };

export const dialectOf = ({ server }: { server: ConnectionKind }): Dialect => DIALECTS[server];
