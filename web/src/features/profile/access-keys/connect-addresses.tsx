/** The addresses that programs are given beside a key. */
import { Check, Copy } from 'lucide-react';
import { API_BASE } from '#contract/endpoint.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as all } from './texts.ts';

const texts = all.connect;

export const openaiAddress = (): string => `${window.location.origin}${API_BASE}/openai`;
export const mcpAddress = (): string => `${window.location.origin}${API_BASE}${MCP_PATH}`;

export function ConnectAddresses() {
  const { copied, failed, copy } = useCopy<string>();
  const addresses = [
    { label: texts.openai, address: openaiAddress() },
    { label: texts.mcp, address: mcpAddress() },
  ];
  return (
    <div className="mt-4 grid gap-3 rounded-card bg-sunken px-4 py-3.5">
      <p className="text-small text-ink-2">{texts.line}</p>
      <dl className="grid gap-3">
        {addresses.map(({ label, address }) => (
          <div key={label}>
            <dt className="text-small font-medium">{label}</dt>
            <dd className="flex items-center justify-between gap-3">
              <code className="min-w-0 font-mono text-small wrap-anywhere">{address}</code>
              <Button
                size="small"
                icon={copied === label ? <Check /> : <Copy />}
                aria-label={copied === label ? texts.copied : texts.copyLabel(label)}
                onClick={() => copy(label, address)}
              >
                {copied === label ? texts.copied : texts.copy}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {failed && <Alert title={texts.copyFailed} />}
    </div>
  );
}
