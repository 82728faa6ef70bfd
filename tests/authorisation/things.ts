/** All kinds of objects that paths name. */
import type { AppContext } from '../../server/src/app-context.ts';
import { agentKinds } from './agent-things.ts';
import { counterKinds } from './counter-things.ts';
import { installationKinds } from './installation-things.ts';
import type { Kind } from './kind.ts';
import { knowledgeKinds } from './knowledge-things.ts';
import { personKinds } from './person-things.ts';
import { sharedKinds } from './shared-things.ts';

export type KindName = keyof ReturnType<typeof kindsIn>;

export const kindsIn = (context: AppContext) =>
  ({
    ...personKinds(context),
    ...agentKinds(context),
    ...knowledgeKinds(context),
    ...installationKinds(context),
    ...sharedKinds(context),
    ...counterKinds(context),
  }) satisfies Record<string, Kind>;
