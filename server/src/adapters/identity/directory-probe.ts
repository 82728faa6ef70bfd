/** Tries the connection to a directory, and says at which step it ends. */
import type { ConnectionStep } from '#contract/identity-provider-trials.ts';
import { AddressRefused, requireAllowedServer } from '../guarded-fetch/address-policy.ts';
import { connectionFailure } from './connection-failure.ts';
import { bindReader, readBase } from './directory.ts';
import { type DirectoryConnection, targetOf } from './directory-address.ts';
import { resultCodeOf, withDirectory } from './directory-client.ts';
import type { IdentityNetwork } from './identity-network.ts';

type Name = ConnectionStep['step'];

const NO_TLS = 'Sem TLS: só nesta máquina e fora de produção.';
const SENTENCES: Partial<Record<Name, string>> = {
  certificate: 'O servidor não oferece StartTLS.',
  reader: 'O servidor não aceitou a conta de leitura ou a senha dela.',
  base: 'A conta de leitura não encontra a base de busca.',
};

export async function probeDirectory(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
): Promise<ConnectionStep[]> {
  const steps: ConnectionStep[] = [];
  const pass = (step: Name, sentence: string | null = null) => steps.push({ step, passed: true, sentence });
  let at: Name = 'address';
  try {
    const { host, secure } = targetOf(identity, connection);
    await requireAllowedServer(identity.network.policy, host, { secure: true });
    pass('address');
    at = 'certificate';
    await withDirectory(identity, connection, async (client) => {
      const reading = () => readBase(client, connection);
      // Without a reader the first word is a search, and its refusal comes over a connection that stands.
      if (!connection.bind_dn) await reading().catch(requireAnswer);
      else
        await bindReader(client, connection).catch((error: unknown) => {
          requireAnswer(error);
          pass('certificate', secure === 'plain' ? NO_TLS : null);
          at = 'reader';
          throw error;
        });
      if (at === 'certificate') pass('certificate', secure === 'plain' ? NO_TLS : null);
      pass('reader', connection.bind_dn ? null : 'Nenhuma conta de leitura: a busca é anônima.');
      at = 'base';
      await reading();
      pass('base');
    });
    return steps;
  } catch (error) {
    return [...steps, { step: stepOf(error, at), passed: false, sentence: sentenceOf(error, at) }];
  }
}

/** Passes over a refusal of the server: it is one of a connection that stands. */
function requireAnswer(error: unknown): void {
  if (resultCodeOf(error) === null) throw error;
}

const stepOf = (error: unknown, at: Name): Name => (error instanceof AddressRefused ? 'address' : at);

function sentenceOf(error: unknown, at: Name): string {
  const own = resultCodeOf(error) === null ? undefined : SENTENCES[at];
  return own ?? connectionFailure(error).sentence;
}
