/** The certified provider `oidc-provider` on this machine. Every name that is typed into its forms enters. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { CLIENT } from './oidc-provider.ts';

/** All of them are of one family. */
const nameOf = (login: string) => `${login.slice(0, 1).toUpperCase()}${login.slice(1)} Lima`;

/** `redirect_uri`: where the browser comes back to. `port`: 0 for a free one. */
export async function startCertifiedProvider(redirect_uri: string, port = 0) {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.client_id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirect_uri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@exemplo.gov.br`, email_verified: true, name: nameOf(sub) }),
    }),
    cookies: { keys: ['a key for tests only'] },
    pkce: { required: () => true },
  };
  const provider = new Provider(issuer, configuration);
  server.on('request', provider.callback());

  /** Walks the forms of sign-in and consent; returns the query with which the browser comes back. */
  async function authorize(authorization_url: string, login: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = authorization_url;
    let form: URLSearchParams | null = null;
    for (let step = 0; step < 12; step += 1) {
      const response: Response = await fetch(next, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { body: form.toString() } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location?.startsWith(redirect_uri)) return new URL(location).search.slice(1);
      const page = location ? '' : await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      form = prompt ? new URLSearchParams({ prompt, login, password: 'qualquer' }) : null;
      next = new URL(location ?? /action="([^"]+)"/.exec(page)?.[1] ?? next, issuer).href;
    }
    throw new Error('the provider did not send the browser back');
  }

  return {
    issuer,
    authorize,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
