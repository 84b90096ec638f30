import { grown } from '#test/soak/gauge';
import { SoakLedger } from '#test/soak/soak-ledger';
import { describe, expect, it } from '#test/support/jest';

const AT_REST = { factor: 1, beyond: 0 };

describe('growth of handles', () => {
  it('is a type of which one more is open', () => {
    expect(grown({ Timeout: 2 }, { Timeout: 3 }, AT_REST)).toEqual(['Timeout: 2 before, 3 after']);
  });

  it('is a type that was not open before', () => {
    expect(grown({}, { TCPSocketWrap: 1 }, AT_REST)).toEqual(['TCPSocketWrap: 0 before, 1 after']);
  });

  it('is none where as many are open, or fewer', () => {
    expect(grown({ Timeout: 2, PipeWrap: 1 }, { Timeout: 2 }, AT_REST)).toEqual([]);
  });

  it('is what exceeds the factor and the number, under load', () => {
    const underLoad = { factor: 1.5, beyond: 100 };

    expect(grown({ Timeout: 200 }, { Timeout: 400 }, underLoad)).toEqual([]);
    expect(grown({ Timeout: 200 }, { Timeout: 401 }, underLoad)).toHaveLength(1);
  });
});

describe('the ledger of a soak', () => {
  it('counts an acknowledgement of each delivery once', () => {
    const ledger = new SoakLedger();
    ledger.committed('cal_1');
    for (const delivery of ['evt_1', 'evt_2', 'evt_2']) ledger.delivered('cal_1', delivery);

    expect(ledger).toMatchObject({ missing: 1, acknowledged: 2, duplicates: 1 });
  });

  it('counts what comes after the last acknowledgement of an event as sent twice', () => {
    const ledger = new SoakLedger();
    ledger.committed('cal_1');
    for (const delivery of ['evt_1', 'evt_2', 'evt_3', 'evt_1']) ledger.delivered('cal_1', delivery);

    expect(ledger).toMatchObject({ missing: 0, acknowledged: 3, duplicates: 1 });
  });
});
