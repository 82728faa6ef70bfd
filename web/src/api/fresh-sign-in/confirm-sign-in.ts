/** Asks for a proof where a call wants a fresh sign-in. Loaded when that first happens, so that no page grows by it. */
import { authApi } from '#contract/auth.ts';
import { paths } from '../../lib/paths.ts';
import { askForProof } from '../../ui/dialogs/proof-question.tsx';
import { failureText } from '../error-message.ts';
import { type Call, proofOf, proofsOfCaller } from './proofs.ts';

const CONFIRM_FAILED =
  __LANGUAGE__ === 'en' ? 'It could not be confirmed that it’s you' : 'Falha ao confirmar que é você';

/**
 * Opens the dialog; false when the person cancels, or where their password is wanted and the form asks for it itself.
 */
export async function confirmSignIn(call: Call, ownPassword: true | undefined): Promise<boolean> {
  const { has_password, confirm_means } = await proofsOfCaller(call);
  if (ownPassword && has_password) return false;
  return askForProof({
    means: confirm_means,
    providerScreen: paths.signOnConfirm,
    confirm: (means, typed) =>
      proofOf(call, means, typed)
        .then((body) => call(authApi.confirm, { body }))
        .then(
          () => null,
          (failure: unknown) => failureText(failure, CONFIRM_FAILED),
        ),
  });
}
