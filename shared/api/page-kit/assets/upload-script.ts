import { SEND_TEXT } from '#shared/api/page-kit/assets/send-script';

/**
 * The part of the script that uploads files: `<form data-uploads="path">` with a field for files and an empty list, which
 * gets an item for each file that is chosen or dropped. send-script.ts sends it. Screen readers announce each quarter of
 * a file and its end. The ids of completed uploads are fields of the form, which leads on.
 */
export const UPLOAD_TEXT = `${SEND_TEXT}
const uploadsIn = (form) => {
  const { mostBytes } = form.dataset;
  const list = form.querySelector('ul');
  const picker = form.querySelector('input[type=file]');
  const zone = form.querySelector('.drop');
  const onward = form.querySelector('button');
  const announcer = announcerIn(form);
  const send = senderOf(form.dataset);
  const rows = new Set();
  form.hidden = false;
  document.querySelector('[data-without-script]').hidden = true;

  const isBusy = () => [...rows].some((row) => row.isBusy);
  const update = () => { onward.hidden = isBusy() || ![...rows].some((row) => row.isDone); };
  addEventListener('beforeunload', (event) => { if (isBusy()) event.preventDefault(); });

  const run = async (row) => {
    row.isBusy = true;
    row.stop = new AbortController();
    row.sent(0);
    update();
    try {
      await send(row, row.stop.signal);
      row.done();
    } catch (error) {
      row.stop.abort();
      if (rows.has(row)) row.failed(error.message, true);
    }
    row.isBusy = false;
    update();
    if (row.isDone && !onward.hidden) announcer.textContent += ' You can continue.';
  };

  const add = (file) => {
    const item = document.createElement('li');
    const [name, size, bar, state, button] = ['strong', 'span', 'progress', 'span', 'button'].map((tag) => {
      const element = document.createElement(tag);
      item.append(element, ' ');
      return element;
    });
    const offer = (action, act) => {
      button.textContent = action;
      button.setAttribute('aria-label', action + ' ' + file.name);
      button.onclick = act;
    };
    const remove = () => {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      rows.delete(row);
      row.stop?.abort();
      item.remove();
      (next?.querySelector('button') ?? picker).focus();
      update();
    };
    const row = {
      file,
      quarter: 0,
      sent(bytes) {
        const quarter = Math.floor((4 * bytes) / file.size);
        if (quarter > row.quarter && bytes < file.size) announcer.textContent = file.name + ': ' + 25 * quarter + ' %';
        row.quarter = quarter;
        bar.hidden = false;
        bar.value = bytes / file.size;
        state.className = 'small';
        state.textContent = bytes === 0 ? 'Waiting' : Math.min(99, Math.floor(100 * bar.value)) + ' %';
        offer('Cancel', remove);
      },
      done() {
        const field = document.createElement('input');
        Object.assign(field, { type: 'hidden', name: 'upload', value: row.begun.id });
        item.append(field);
        row.isDone = true;
        bar.value = 1;
        state.textContent = 'Uploaded';
        offer('Remove', remove);
        announcer.textContent = file.name + ' is uploaded.';
      },
      failed(message, canBeTried) {
        bar.hidden = true;
        state.className = 'wrong';
        state.textContent = message;
        if (canBeTried) offer('Try again', () => run(row));
        else offer('Remove', remove);
        announcer.textContent = file.name + ': ' + message;
      },
    };
    Object.assign(button, { type: 'button', className: 'quiet' });
    Object.assign(bar, { max: 1, value: 0 });
    bar.setAttribute('aria-label', 'Upload of ' + file.name);
    name.textContent = file.name;
    size.className = 'small';
    size.textContent = file.size < 1e6 ? (file.size / 1e3).toFixed(1) + ' KB' : (file.size / 1e6).toFixed(1) + ' MB';
    rows.add(row);
    list.append(item);
    if (file.size === 0) row.failed('The file is empty.', false);
    else if (file.size > mostBytes) row.failed('The file is larger than 2 GB.', false);
    else run(row);
  };

  picker.addEventListener('change', () => {
    for (const file of [...picker.files]) add(file);
    picker.value = '';
  });
  // A file that is dropped beside the zone would replace the page.
  addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.toggle('over', zone.contains(event.target));
  });
  addEventListener('dragleave', () => zone.classList.remove('over'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    if (zone.contains(event.target)) for (const file of event.dataTransfer.files) add(file);
  });
};
for (const form of document.querySelectorAll('[data-uploads]')) uploadsIn(form);
`;
