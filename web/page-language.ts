/** The page of the English build says that it is English, to browsers and to screen readers, before any script runs. */
import type { Plugin } from 'vite';

const ENGLISH = {
  '<html lang="pt-BR">': '<html lang="en">',
  'Agentes que respondem com os documentos da sua organização e mostram onde leram.':
    'Agents that answer from your organisation’s documents and show where they read it.',
  'Para usar o Prosa, ative o JavaScript do navegador.': 'To use Prosa, turn on JavaScript in your browser.',
};

export function pageLanguage(): Plugin {
  let english = false;
  return {
    name: 'page-language',
    configResolved({ define }) {
      english = define?.__LANGUAGE__ === JSON.stringify('en');
    },
    transformIndexHtml(html) {
      if (!english) return html;
      return Object.entries(ENGLISH).reduce(
        (page, [portuguese, words]) => page.replace(portuguese, words),
        html,
      );
    },
  };
}
