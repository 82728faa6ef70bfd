/** The databases that data sources read. */

import { z } from 'zod';

/** The connection that the environment defines: DATASOURCE_DATABASE_URL, or the embedded database. */
export const FIRST_CONNECTION = 1;

/** The id of a connection in a body. */
export const ConnectionId = z
  .number('Escolha uma conexão.')
  .int('Escolha uma conexão.')
  .positive('Escolha uma conexão.')
  .max(2_147_483_647, 'Escolha uma conexão.');
