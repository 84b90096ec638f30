/** A float of Python, which is printed as `1.0` where it is whole. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** JSON as Python's `json.dumps(value)` prints it: spaces behind `,` and `:`, and ASCII alone. */
export const pythonJson = (value: unknown): string =>
  printed(value, { comma: ', ', colon: ': ', isSorted: false }).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** `json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(',', ':'))`. */
export const canonicalPythonJson = (value: unknown): string =>
  printed(value, { comma: ',', colon: ':', isSorted: true });

interface Form {
  readonly comma: string;
  readonly colon: string;
  readonly isSorted: boolean;
}

function printed(value: unknown, form: Form): string {
  if (value instanceof PythonFloat) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (Array.isArray(value)) return `[${value.map((one) => printed(one, form)).join(form.comma)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value);
  if (form.isSorted) members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}${form.colon}${printed(one, form)}`).join(form.comma)}}`;
}
