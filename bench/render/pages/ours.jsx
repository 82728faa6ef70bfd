/** The product's own conversation: its request, its stream, its hub, its messages and its styles. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { queryClient } from '#web/api/query-client.ts';
import { keepTokens } from '#web/api/tokens.ts';
import { Conversation } from '#web/features/conversation/conversation.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import '#web/ui/tokens.css';

keepTokens({ access: 'bench', refresh: 'bench' });
const agent = { id: 1, name: 'Agente' };
const reader = { name: 'Ana' };

createRoot(document.getElementById('root')).render(
  <BrowserRouter>
    <QueryClientProvider client={queryClient}>
      <Conversation
        sessionId="bench"
        agent={agent}
        reader={reader}
        // As its screen shows it: in the letters of an answer.
        empty={<EmptyState title="Nenhuma mensagem" line="Faça a primeira pergunta." />}
        failure={(error) => String(error)}
        onAnswered={() => window.finished()}
      />
    </QueryClientProvider>
  </BrowserRouter>,
);

/** Types a question and sends it, as a reader does. */
window.begin = () => {
  const box = document.querySelector('textarea');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, 'Como funciona?');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  setTimeout(() => box.form.requestSubmit());
};
