/** How a key is used, ready to be pasted: by any program, by the official clients of OpenAI, and by hosts of the Model Context Protocol. */
import { texts } from './texts.ts';

export type Language = 'curl' | 'python' | 'typescript' | 'mcp';

export const languages: readonly { value: Language; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'python', label: 'Python' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'mcp', label: 'MCP' },
];

type Using = { base_url: string; mcp_url: string; secret: string; model: string };

const QUESTION = texts.made.question;

export const examples: Record<Language, (using: Using) => string> = {
  curl: ({ base_url, secret, model }) => `curl ${base_url}/chat/completions \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "${QUESTION}"}]}'`,
  python: ({ base_url, secret, model }) => `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url="${base_url}",
    api_key="${secret}",
)
resposta = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(resposta.choices[0].message.content)`,
  typescript: ({ base_url, secret, model }) => `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${base_url}',
  apiKey: '${secret}',
});
const resposta = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${QUESTION}' }],
});
console.log(resposta.choices[0].message.content);`,
  mcp: ({ mcp_url, secret }) =>
    JSON.stringify(
      {
        mcpServers: {
          prosa: { type: 'http', url: mcp_url, headers: { Authorization: `Bearer ${secret}` } },
        },
      },
      null,
      2,
    ),
};
