import type { NotApplicable } from '#test/support/run-conformance';

const tool = (name: string) => `It calls ${name}, a tool of the protocol's example servers.`;
const prompt = (name: string) => `It gets ${name}, a prompt of the protocol's example servers.`;
const resource = (uri: string) => `It reads ${uri}, a resource of the protocol's example servers.`;

const NO_COMPLETION = 'Arguments are not completed: a name would be looked up at each key that is pressed.';
const NO_STREAM = 'A request has one response and no stream stays open: a function ends with its response.';
const NO_HEADERS = 'No argument of a tool is sent in a header too (x-mcp-header).';

/** Of both versions. */
const ALWAYS: NotApplicable = {
  'completion-complete:completion-complete': NO_COMPLETION,
  'tools-call-simple-text:tools-call-simple-text': tool('test_simple_text'),
  'tools-call-image:tools-call-image': tool('test_image_content'),
  'tools-call-audio:tools-call-audio': tool('test_audio_content'),
  'tools-call-embedded-resource:tools-call-embedded-resource': tool('test_embedded_resource'),
  'tools-call-mixed-content:tools-call-mixed-content': tool('test_multiple_content_types'),
  'tools-call-error:tools-call-error': tool('test_error_handling'),
  'tools-call-with-progress:tools-call-with-progress': tool('test_tool_with_progress'),
  'json-schema-2020-12:json-schema-2020-12-tool-found': tool('json_schema_2020_12_tool'),
  'resources-read-text:resources-read-text': resource('test://static-text'),
  'resources-read-binary:resources-read-binary': resource('test://static-binary'),
  'resources-templates-read:resources-templates-read': resource('test://template/123/data'),
  'prompts-get-simple:prompts-get-simple': prompt('test_simple_prompt'),
  'prompts-get-with-args:prompts-get-with-args': prompt('test_prompt_with_arguments'),
  'prompts-get-embedded-resource:prompts-get-embedded-resource': prompt('test_prompt_with_embedded_resource'),
  'prompts-get-with-image:prompts-get-with-image': prompt('test_prompt_with_image'),
};

/** Checks of `@modelcontextprotocol/conformance` that the connector does not pass, by version of the protocol. */
export const NOT_APPLICABLE: Readonly<Record<string, NotApplicable>> = {
  '2025-11-25': {
    ...ALWAYS,
    'logging-set-level:logging-set-level': 'Nothing is logged to the client.',
    'tools-call-with-logging:tools-call-with-logging': tool('test_tool_with_logging'),
    'tools-call-sampling:tools-call-sampling': tool('test_sampling'),
    'tools-call-elicitation:tools-call-elicitation': tool('test_elicitation'),
    'elicitation-sep1034-defaults:elicitation-sep1034-general': tool('test_elicitation_sep1034_defaults'),
    'elicitation-sep1330-enums:elicitation-sep1330-general': tool('test_elicitation_sep1330_enums'),
    'resources-subscribe:resources-subscribe': NO_STREAM,
    'resources-unsubscribe:resources-unsubscribe': NO_STREAM,
    'server-sse-polling:server-sse-polling-session': NO_STREAM,
    'server-sse-polling:server-sse-priming-event': NO_STREAM,
    'server-sse-polling:server-sse-retry-field': NO_STREAM,
    'server-sse-multiple-streams:server-sse-multiple-streams-session': NO_STREAM,
  },
  '2026-07-28': {
    ...ALWAYS,
    'server-stateless:sep-2575-server-rejects-undeclared-capability': tool('test_missing_capability'),
    'server-stateless:sep-2575-missing-capability-http-400': tool('test_missing_capability'),
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream': tool('test_streaming_elicitation'),
    'server-stateless:sep-2575-server-no-log-without-loglevel': tool('test_logging_tool'),
    'server-stateless:sep-2575-server-sends-subscription-ack': NO_STREAM,
    'server-stateless:sep-2575-server-tags-subscription-id': NO_STREAM,
    'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription': NO_STREAM,
    'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription': NO_STREAM,
    'http-custom-header-server-validation:sep-2243-server-no-xmcp-tool': NO_HEADERS,
    'http-custom-header-server-validation:sep-2243-server-decode-base64': NO_HEADERS,
    'http-custom-header-server-validation:sep-2243-server-validate-param-match': NO_HEADERS,
    'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars': NO_HEADERS,
    'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch': NO_HEADERS,
    ...Object.fromEntries(
      Object.entries({
        'basic-elicitation:sep-2322-elicitation-incomplete': 'test_input_required_result_elicitation',
        'basic-sampling:sep-2322-sampling-incomplete': 'test_input_required_result_sampling',
        'basic-list-roots:sep-2322-list-roots-incomplete': 'test_input_required_result_list_roots',
        'request-state:sep-2322-request-state-incomplete': 'test_input_required_result_request_state',
        'multiple-input-requests:sep-2322-multiple-inputs-incomplete': 'test_input_required_result_multiple_inputs',
        'multi-round:sep-2322-multi-round-r1': 'test_input_required_result_multi_round',
        'missing-input-response:sep-2322-missing-response-rerequests': 'test_input_required_result_elicitation',
        'result-type:sep-2322-result-type-included': 'test_input_required_result_elicitation',
        'tampered-state:sep-2322-reject-tampered-state': 'test_input_required_result_tampered_state',
        'capability-check:sep-2322-respect-client-capabilities': 'test_input_required_result_capabilities',
        'ignore-extra-params:sep-2322-ignore-unexpected-params': 'test_input_required_result_elicitation',
      }).map(([check, name]) => [`input-required-result-${check}`, tool(name)]),
    ),
    'input-required-result-non-tool-request:sep-2322-non-tool-incomplete': prompt('test_input_required_result_prompt'),
  },
};
