import { BUILT_IN_TEMPLATES, builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import { describe, expect, it } from '#test/support/jest';

describe('the built-in templates', () => {
  it('are ten, under the slugs that settings name', () => {
    expect(BUILT_IN_TEMPLATES.map((template) => template.id)).toEqual([
      'general',
      'sales_call',
      'customer_check_in',
      'one_on_one',
      'interview',
      'stand_up',
      'project_review',
      'user_research',
      'brainstorm',
      'lecture',
    ]);
  });

  it('each have sections with keys of their own, titles and instructions', () => {
    for (const { sections } of BUILT_IN_TEMPLATES) {
      expect(sections.length).toBeGreaterThanOrEqual(3);
      expect(new Set(sections.map((section) => section.key)).size).toBe(sections.length);
      for (const { title, instructions } of sections) expect(title && instructions).not.toBe('');
    }
  });

  it('are found by slug', () => {
    expect(builtInTemplate('stand_up')?.title).toBe('Stand-up');
    expect(builtInTemplate('tpl_01')).toBeUndefined();
  });
});
