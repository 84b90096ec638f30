import type { Markup } from '#shared/api/page-kit/components';
import { field, form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';

/** Orders translations of a conversation. */
export const translationForm = (c: PageContext, page: string, languages: string): Markup =>
  form(c, {
    action: `${page}/translations`,
    submit: 'Translate',
    fields: [
      field({
        name: 'target_languages',
        label: 'Into',
        value: languages,
        hint: 'Language codes, separated by commas: fr, de-CH',
        autocomplete: 'off',
      }),
    ],
  });
