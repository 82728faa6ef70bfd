/** The package has no types of its own; tests use this much of it. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export type Configuration = Record<string, unknown> & {
    findAccount: (
      context: unknown,
      sub: string,
    ) => { accountId: string; claims: () => Record<string, unknown> };
  };
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
