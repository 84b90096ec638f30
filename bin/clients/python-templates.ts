import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#bin/clients/client-build';

/** A template of the generator, with texts in it and what stands in their place. */
interface ChangedTemplate {
  readonly file: string;
  readonly changes: readonly (readonly [before: string, after: string])[];
}

const OR_TEXT =
  '| replace("datetime.datetime", "datetime.datetime | str") | replace("datetime.date ", "datetime.date | str ")';
const AS_TEXT = '{% set transformed = source + ".isoformat()" %}';
const DATE_OR_TEXT =
  '{% set transformed = source + " if isinstance(" + source + ", str) else " + source + ".isoformat()" %}';
const MULTIPART = '{% set transformed = property.python_name + ".to_multipart()" %}';
const RETURNED_OR_NONE = '{{ return_string | as_unembedded_code }} | None:';
const DETAILED = '{{ docstring(endpoint, return_string, is_detailed=true) | indent(4) }}';
const PROPERTY = '{{ property.to_string() | as_unembedded_code }}';

/**
 * What our Python client has in place of the generator's templates: bodies may be dictionaries, times and enums in
 * requests may be text, each request says which media types its response has, and no response is None.
 */
const CHANGED: readonly ChangedTemplate[] = [
  { file: 'property_templates/datetime_property.py.jinja', changes: [[AS_TEXT, DATE_OR_TEXT]] },
  { file: 'property_templates/date_property.py.jinja', changes: [[AS_TEXT, DATE_OR_TEXT]] },
  {
    file: 'property_templates/enum_property.py.jinja',
    changes: [
      [
        '{% set transformed = source + ".value" %}',
        '{% set transformed = "getattr(" + source + ", \\"value\\", " + source + ")" %}',
      ],
      ['str({{ source }}.value)', 'str(getattr({{ source }}, "value", {{ source }}))'],
    ],
  },
  {
    file: 'property_templates/model_property.py.jinja',
    changes: [
      [
        '{% set transformed = source + ".to_dict()" %}',
        '{% set transformed = source + " if isinstance(" + source + ", dict) else " + source + ".to_dict()" %}',
      ],
      [
        MULTIPART,
        '{% set name = property.python_name %}{% set transformed = "(" + property.class_info.name + "(**" + name + ") if isinstance(" + name + ", dict) else " + name + ").to_multipart()" %}',
      ],
    ],
  },
  {
    file: 'endpoint_macros.py.jinja',
    changes: [
      [
        'body: {{ endpoint.bodies[0].prop.get_type_string() | as_unembedded_code }}',
        'body: {{ endpoint.bodies[0].prop.get_type_string() | as_unembedded_code }} | dict[str, Any]',
      ],
      [
        '{% for parameter in endpoint.query_parameters %}\n{{ parameter.to_string() | as_unembedded_code }},',
        `{% for parameter in endpoint.query_parameters %}\n{{ (parameter.to_string() | as_unembedded_code ~ "") ${OR_TEXT} }},`,
      ],
    ],
  },
  {
    file: 'endpoint_module.py.jinja',
    changes: [
      ['from ... import errors\n', 'from ... import errors\nfrom ...media_types import MEDIA_TYPES\n'],
      [
        '        "method": "{{ endpoint.method }}",',
        '        "method": "{{ endpoint.method }}",\n        "extensions": {"media_types": MEDIA_TYPES["{{ endpoint.name }}"]},',
      ],
      [DETAILED, '"""`sync`, with the status and the headers of the response."""'],
      [DETAILED, '"""`asyncio`, with the status and the headers of the response."""'],
      ['(return_string | as_unembedded_code) + " | None"', '(return_string | as_unembedded_code)'],
      [
        '    if client.raise_on_unexpected_status:\n        raise errors.UnexpectedStatus(response.status_code, response.content)\n    else:\n        return None',
        '    raise errors.UnexpectedStatus(response.status_code, response.content)',
      ],
      [RETURNED_OR_NONE, RETURNED_OR_NONE.replace(' | None', '')],
      [RETURNED_OR_NONE, RETURNED_OR_NONE.replace(' | None', '')],
    ],
  },
  {
    file: 'model.py.jinja',
    changes: [
      [
        `{%- else -%}\n${PROPERTY}`,
        `{%- elif "Body" in class_name -%}\n{{ (property.to_string() | as_unembedded_code ~ "") ${OR_TEXT} }}\n{%- else -%}\n${PROPERTY}`,
      ],
    ],
  },
];

const FIND = 'import openapi_python_client as it, pathlib; print(pathlib.Path(it.__file__).parent / "templates")';

/** Writes the templates that are not the generator's own into a folder. A text that is no longer in one is an error. */
export async function writePythonTemplates(python: string, folder: string): Promise<void> {
  const originals = (await run(python, ['-c', FIND])).trim();
  for (const { file, changes } of CHANGED) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    const text = await readFile(join(originals, file), 'utf8');
    await writeFile(
      path,
      changes.reduce((changed, [before, after]) => replaced(changed, before, after, file), text),
    );
  }
}

function replaced(text: string, before: string, after: string, file: string): string {
  if (!text.includes(before)) throw new Error(`The template ${file} of the generator no longer has: ${before}`);
  return text.replace(before, () => after);
}
