/** A new key, shown this once, with how it is used. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MadeAccessKey } from '#contract/keys.ts';
import { AGENT_MODEL_PREFIX } from '#contract/limits.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { CopyBox } from '../../admin/copy-box.tsx';
import { availableAgents } from '../../agent-chooser/queries.ts';
import { mcpAddress, openaiAddress } from './connect-addresses.tsx';
import { examples, type Language, languages } from './key-examples.ts';
import { texts as all } from './texts.ts';

const texts = all.made;

export function MadeKey({ made, onClose }: { made: MadeAccessKey; onClose: () => void }) {
  const [language, setLanguage] = useState<Language>('curl');
  const { copied, failed, copy } = useCopy<'secret' | 'example'>();
  const [wasCopied, setWasCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const agent_id = useFirstAgent(made);
  const example = examples[language]({
    base_url: openaiAddress(),
    mcp_url: mcpAddress(),
    secret: made.secret,
    model: `${AGENT_MODEL_PREFIX}${agent_id}`,
  });
  const take = (what: 'secret' | 'example', text: string) => {
    copy(what, text);
    setWasCopied(true);
    setWarned(false);
  };
  // Does not close by a click outside: the secret cannot be shown again.
  const leave = () => (wasCopied || warned ? onClose() : setWarned(true));
  return (
    <Modal
      open
      onClose={leave}
      title={texts.title}
      line={texts.line}
      size="large"
      footer={
        <Button variant="primary" onClick={onClose} className="slim:w-full">
          {texts.done}
        </Button>
      }
    >
      <div className="grid gap-5">
        {warned && <Alert tone="warn" title={texts.warning} line={texts.warningLine} />}
        {failed && <Alert title={texts.copyFailed} />}
        <CopyBox
          label={texts.secret}
          copyLabel={texts.copySecret}
          words={texts}
          text={made.secret}
          isCopied={copied === 'secret'}
          onCopy={() => take('secret', made.secret)}
        />
        <div>
          <h3 className="text-label font-medium">{texts.example}</h3>
          <p className="mb-2 text-small text-ink-3">{texts.exampleLine}</p>
          <Tabs label={texts.example} value={language} tabs={languages} onChange={setLanguage}>
            <TabPanel value={language}>
              <CopyBox
                copyLabel={texts.copyExample}
                words={texts}
                text={example}
                isCopied={copied === 'example'}
                onCopy={() => take('example', example)}
              />
            </TabPanel>
          </Tabs>
        </div>
      </div>
    </Modal>
  );
}

/** One that the key may ask, so that the example answers. */
function useFirstAgent({ agent_ids }: MadeAccessKey): number {
  const query = useInfiniteQuery({ ...availableAgents(), enabled: agent_ids === null });
  return agent_ids?.[0] ?? rowsOf(query.data)[0]?.id ?? 1;
}
