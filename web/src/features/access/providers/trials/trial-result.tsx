/** The outcome of a trial sign-in: the account that would be entered, or the reason for none, and the provider's claims. */
import type { TrialSignIn } from '#contract/identity-provider-trials.ts';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Card } from '../../../../ui/display/card.tsx';
import { Fact } from '../../../../ui/display/fact.tsx';
import { texts as all } from '../texts.ts';

const texts = all.trial;

export function TrialResult({ result: { claims, refusal, account } }: { result: TrialSignIn }) {
  return (
    <>
      {refusal !== null && <Alert tone="warn" title={texts.refused} line={refusal} />}
      {account && (
        <Card title={texts.outcome}>
          <dl className="grid gap-3 text-control sm:grid-cols-2">
            <Fact name={texts.account} note={texts.by[account.by]}>
              {account.name} ({account.email_masked})
            </Fact>
            <Fact name={texts.group}>{account.group ?? texts.noGroup}</Fact>
            <Fact name={texts.role}>{account.role}</Fact>
            <Fact name={texts.factor}>{texts.factors[account.second_factor]}</Fact>
          </dl>
        </Card>
      )}
      {claims.length > 0 && (
        <Card title={texts.claims}>
          <table className="w-full table-fixed text-left text-control">
            <thead>
              <tr className="border-b border-line text-tiny text-ink-2">
                <th scope="col" className="w-2/5 py-1.5 pr-3 font-medium">
                  {texts.claim}
                </th>
                <th scope="col" className="py-1.5 font-medium">
                  {texts.claimValue}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {claims.map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row" className="py-2 pr-3 align-top font-normal text-ink-2 wrap-anywhere">
                    {name}
                  </th>
                  <td className="py-2 wrap-anywhere">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </>
  );
}
