import { HOUR_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { peopleWorker } from '#test/support/people-worker';
import { anOffice } from './an-office.ts';

/** An office that met Grace two hours ago, and is to meet Alan. */
async function anOfficeWithPeople() {
  const office = await anOffice();
  const at = (hours: number) => new Date(noon + hours * HOUR_MS).toISOString();
  const attendees = [{ name: 'Grace Hopper', email: 'grace@navy.test' }];
  await office.aMeeting({ title: 'Renewal', starts_at: at(-2), ends_at: at(-1), attendees });
  await office.aMeeting({
    title: 'Kickoff',
    starts_at: at(50),
    ends_at: at(51),
    attendees: [{ email: 'alan@park.test' }],
  });
  await peopleWorker(office.world).untilQuiet();
  const browser = await office.ownersBrowser();
  const page = async (path: string) => (await browser.get(path)).text;
  const [, person = ''] = /href="(\/app\/people\/per_\w+)">Grace/.exec(await page(office.path('people'))) ?? [];
  const [, company = ''] = /href="(\/app\/companies\/com_\w+)">navy/.exec(await page(office.path('companies'))) ?? [];
  return { ...office, browser, page, person, company };
}

const shown = (text: string): readonly string[] =>
  ['Grace Hopper', 'alan@park.test'].filter((name) => text.includes(`>${name}</a>`));

describe('GET /app/workspaces/{wks}/people', () => {
  it('shows people with company and meetings, in a section of the workspace', async () => {
    const { page, path, company } = await anOfficeWithPeople();

    const text = await page(path('people'));

    expect(shown(text)).toEqual(['Grace Hopper', 'alan@park.test']);
    expect(text).toContain(`<a href="${company}">navy.test</a>`);
    expect(text).toContain(`href="${path('people')}" aria-current="page"`);
  });

  it('finds people by the beginning of a name or an email, and says where there is none', async () => {
    const { page, path } = await anOfficeWithPeople();

    expect(shown(await page(path('people?q=hop')))).toEqual(['Grace Hopper']);
    expect(shown(await page(path('people?q=ALAN%40')))).toEqual(['alan@park.test']);
    expect(await page(path('people?q=zed'))).toContain('No one matches.');
  });
});

describe('GET /app/people/{per}', () => {
  it('shows the person with their meetings', async () => {
    const { browser, person, company } = await anOfficeWithPeople();

    const { text, heading } = await browser.get(person);

    expect(heading).toBe('Grace Hopper');
    expect(text).toContain('>Renewal</a>');
    expect(text).not.toContain('>Kickoff</a>');
    expect(text).toContain(`<a href="${company}">navy.test</a>`);
  });

  it('404: for a person who does not exist, or belongs to another workspace', async () => {
    const { browser, person, strangersBrowser } = await anOfficeWithPeople();

    expect((await browser.get('/app/people/per_00000000000000000000000000')).status).toBe(404);
    expect((await (await strangersBrowser()).get(person)).status).toBe(404);
  });
});

describe('GET /app/workspaces/{wks}/companies', () => {
  it('shows companies, and finds them by the beginning of a name or a domain', async () => {
    const { page, path } = await anOfficeWithPeople();
    const domains = (text: string) => ['navy.test', 'park.test'].filter((domain) => text.includes(`>${domain}</a>`));

    expect(domains(await page(path('companies')))).toEqual(['navy.test', 'park.test']);
    expect(domains(await page(path('companies?q=pa')))).toEqual(['park.test']);
    expect(await page(path('companies?q=zed'))).toContain('No company matches.');
  });
});

describe('GET /app/companies/{com}', () => {
  it('shows the company with its people', async () => {
    const { browser, company, person } = await anOfficeWithPeople();

    const { text, heading } = await browser.get(company);

    expect(heading).toBe('navy.test');
    expect(text).toContain(`<a href="${person}">Grace Hopper</a>`);
    expect(shown(text)).toEqual(['Grace Hopper']);
  });
});
