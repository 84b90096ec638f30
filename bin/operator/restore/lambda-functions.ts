import {
  DeleteFunctionConcurrencyCommand,
  type EventSourceMappingConfiguration,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import type { StageFunction, StageFunctions } from '#bin/operator/restore/ports';
import type { Sleep } from '#bin/operator/restore/stored-table';

const POLL_INTERVAL_MS = 2_000;

/** The functions of a stage in Lambda, by the beginning of their names. */
export function lambdaFunctions(client: Pick<LambdaClient, 'send'>, stage: string, sleep: Sleep): StageFunctions {
  const prefix = `rapporteur-${stage}-`;
  const mappings = async (): Promise<readonly EventSourceMappingConfiguration[]> => {
    const found: EventSourceMappingConfiguration[] = [];
    let Marker: string | undefined;
    do {
      const page = await client.send(new ListEventSourceMappingsCommand({ Marker }));
      found.push(...(page.EventSourceMappings ?? []));
      Marker = page.NextMarker;
    } while (Marker);
    return found.filter(({ FunctionArn = '' }) => FunctionArn.includes(`:function:${prefix}`));
  };
  return {
    async all() {
      const found: StageFunction[] = [];
      let Marker: string | undefined;
      do {
        const page = await client.send(new ListFunctionsCommand({ Marker }));
        for (const { FunctionName: name = '', Timeout: timeoutSeconds = 0 } of page.Functions ?? [])
          if (name.startsWith(prefix)) found.push({ name, timeoutSeconds });
        Marker = page.NextMarker;
      } while (Marker);
      return found;
    },

    async reserved(FunctionName) {
      const { ReservedConcurrentExecutions } = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      return ReservedConcurrentExecutions ?? null;
    },

    async reserve(FunctionName, concurrency) {
      if (concurrency === null) await client.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
      else
        await client.send(
          new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: concurrency }),
        );
    },

    async setMappings(isOn) {
      const wanted = isOn ? 'Enabled' : 'Disabled';
      for (;;) {
        const others = (await mappings()).filter(({ State }) => State !== wanted);
        if (others.length === 0) return;
        // One that is being changed refuses another change until it is done.
        for (const { UUID, State } of others)
          if (State === 'Enabled' || State === 'Disabled')
            await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: isOn }));
        await sleep(POLL_INTERVAL_MS);
      }
    },
  };
}
