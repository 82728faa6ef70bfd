/** The list as one writes it first: every record in the document, each through react-markdown. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

function Page() {
  const [records, setRecords] = useState([]);
  useEffect(() => {
    window.addEventListener('open-conversation', () => setRecords(window.records));
  }, []);
  return (
    <main style={{ height: '100dvh', overflowY: 'auto' }} ref={toEnd}>
      {records.map(({ question, answer }) => (
        <div key={question} data-turn={question}>
          <p>{question}</p>
          <ReactMarkdown remarkPlugins={[remarkGfm]}>{answer}</ReactMarkdown>
        </div>
      ))}
    </main>
  );
}

function toEnd(view) {
  if (view)
    new MutationObserver(() => (view.scrollTop = view.scrollHeight)).observe(view, { childList: true });
}

createRoot(document.getElementById('root')).render(<Page />);
