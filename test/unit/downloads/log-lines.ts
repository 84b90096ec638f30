/** A line of an access log as "Amazon S3 server access log format" in the S3 User Guide shows it, of a link unless said otherwise. */
export const aLogLine = ({
  operation = 'REST.GET.OBJECT',
  key = '-',
  target = '',
  status = '200',
  error = '-',
  sent = '1000000',
  referer = '-',
  agent = 'curl/8.5.0',
  authentication = 'QueryString',
  more = ' TLSv1.2 - - us-east-1',
} = {}): string =>
  [
    '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be files [30/Nov/2026:09:00:38 +0000] 192.0.2.3',
    'arn:aws:sts::111111111111:assumed-role/service-ApiMeetings/rapporteur 3E57427F3EXAMPLE',
    `${operation} ${key} "${operation.split('.')[1]} ${target || `/files/${key}?X-Amz-Signature=0123`} HTTP/1.1" ${status} ${error} ${sent} 2000000 70 10`,
    `"${referer}" "${agent}" - s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234= SigV4`,
    `ECDHE-RSA-AES128-GCM-SHA256 ${authentication} files.s3.us-east-1.amazonaws.com${more}`,
  ].join(' ');
