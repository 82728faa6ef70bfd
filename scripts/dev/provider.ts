/** A provider of sign-on for who develops: any name enters by its form, with any password, as `name@exemplo.gov.br`. */
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../server/src/app-context.ts';
import { createContext } from '../../server/src/create-context.ts';
import { identity_providers } from '../../server/src/db/tables/identity.ts';
import { parseEnv, StartRefused } from '../../server/src/env.ts';
import { redirectUri } from '../../server/src/features/identity-providers/administration.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { startCertifiedProvider } from '../../server/test/identity/certified-provider.ts';
import { CLIENT } from '../../server/test/identity/oidc-provider.ts';

export const SLUG = 'provedor-local';
type Registering = Pick<AppContext, 'db' | 'secretKeys' | 'clock'>;

/** The same at every start: accounts that were linked know the provider by its address. */
const PORT = 5174;

export async function startAndRegister(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const env = parseEnv(environment);
    const { issuer } = await startCertifiedProvider(redirectUri(env.APP_URL, SLUG), PORT);
    const open = await createContext(env);
    try {
      await register(open.context, issuer);
    } finally {
      await open.close();
    }
    console.log(
      `\n  Provedor de acesso em ${issuer}, botão «Entrar com Provedor local».\n  Qualquer nome entra, com qualquer senha: ana entra como ana@exemplo.gov.br.\n`,
    );
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (!isTaken && !(error instanceof StartRefused)) throw error;
    const reason = isTaken
      ? `A porta ${PORT}, a do provedor de acesso, já é usada.`
      : String((error as Error).message);
    console.error(`\n  ${reason}\n`);
    process.exit(1);
  }
}

/** Once for an installation: what is changed on the page «Acesso» stays. */
export async function register(context: Registering, issuer: string): Promise<void> {
  const known = await context.db.$count(identity_providers, eq(identity_providers.slug, SLUG));
  if (known > 0) return;
  const settings = { issuer, client_id: CLIENT.client_id };
  await buildProvider(context, { slug: SLUG, name: 'Provedor local', settings, secret: CLIENT.secret });
}
