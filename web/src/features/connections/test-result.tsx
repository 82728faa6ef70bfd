import type { ConnectionTest } from '#contract/connections.ts';
import { failureText } from '../../api/error-message.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { texts } from './texts.ts';

type TestResultProps = {
  tested: ConnectionTest | null;
  failure: unknown;
  /** The likely reason of a refusal. */
  hint?: string | null;
};

export function TestResult({ tested, failure, hint }: TestResultProps) {
  if (failure !== null) return <Alert title={failureText(failure, texts.testFailed)} />;
  if (!tested) return <div role="status" />;
  const { reachable, reads_only, version, problems } = tested;
  if (reachable && reads_only) return <Alert tone="ok" title={texts.works(version ?? '')} />;
  const line = [...problems, ...(!reachable && hint ? [hint] : [])].join(' ');
  return <Alert title={reachable ? texts.mayWrite : texts.unreachable} line={line} />;
}
