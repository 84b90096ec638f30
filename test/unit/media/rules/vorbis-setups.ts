import { inflateRawSync } from 'node:zlib';

interface Written {
  readonly by: string;
  readonly channels: number;
  readonly isLong: readonly boolean[];
  readonly setup: Uint8Array;
}

const inflated = (text: string): Uint8Array => inflateRawSync(Buffer.from(text, 'base64'));

/** Setup headers of Vorbis as encoders write them: libvorbis 1.3.7 and the encoder of FFmpeg 8. */
export const WRITTEN_SETUPS: readonly Written[] = [
  {
    by: 'libvorbis at 8 kHz',
    channels: 1,
    isLong: [false],
    setup: inflated(
      'tVZ9UBPpHX6DCAEiE2mkEUMnq+bMBuMZT3qGmc5AODzyBixuRMJmmPYS0hMS/IpxRq/MUAnoac7L4SaHV3T4yGZMYHOSktwYW2rVrBiZDI0QrOipnUqA1evNdG7sjJ1p2XjeXWf6b98/dp73ed7fb39f+86uPHrgsKHFWqCq3MsBgAN4mACRrNVCI9eFYejKYmOd/t1i47RyJ9LM155SryU/+LnMpYMTqzEdWlWsrdGqXZgbrSo2CrTViDapMA1YBZpudY7EUhs4UqhZOG90K3YWG+M4vGBMKqqKjRimHrAKy34laRaU7YwuGH69tcw1qJKO3/oSW5R3ndaf/sNskZaR24Walj9x37M+D808gK1RodGhoKN/1UpPTDnr2ThBeSYnHXMuANfreFW7O1ihPAt0AEHVIcGtQ6J3ezbeyUgfKQcgAwDp2SfSng3qnuZGt6nR7T3mvnTF/+bLwBYm8Hwpkm/vHskEEwAIu5GTX6onnVqn+g20flLJHfgmX/lU0JzA6F6DY3fcqeUpViq6p9Au/vQuJclbz62svtAcF2t+tvDYkNrBLwquB6cyAHBUOBDaaeXBLOTwWfWE+J24Er1A1EApNeZW58hdyfWpPmIXfIMcK8TueIikqmQlAJk7AMjUcbu6R7hgEAB+pxOrRm8Shl2KkwR2Fr3lxCaV0d7DDsWCeM+kYkJkr0ajQusu5by4mSebF9l529ge5gPAKVQNICUZHTs4oHNjy2dky+C+ls+kx72X/INSv//pMe/iea//+KDP7/VHAj5/wHLsYgurXkT9fp8/YPb7mdP+1jve4fvhRX/4WSy4/2pwZO6iPxb2RYL7/YG2q0ELE9g8F/nbMf/SeS9z3LsY8TP3g0uR4PPzXua0v2TOy8SCTCxMxYIBs3cxMjh8P+CLBJ/HWNuRl15mKbwUiwRiwa/mwoGXQSrv6kIkHIgFAsPBESYoZ8KWOdXtf+yZeat29puau7b62VDbjK1N/1btbGlTg7tqxmaacdmabCb9i5q7ttoGl+luvanRZXp41NTwadXy4Xp3e5PN9ItP2x6+MDXOtt+12fQu01yDqfGFqelFV+MX7Q+19fq3mxpma2dn2vWz7e+F2x79uKlhtv4vya56t+1Rst3Ua7uwNRIIDIefMf7NzHiAobcyka0jkbZ/Bai8G8MMPcqMBx6Mf9w6N/71Uljx+8h+0dXL6/74/CU96vO3/TYwzHhLmIiFGT/ARA45AsOMf/PLyFKM3X7NjL/JG2KWIrI7kcv3g5/fiWzhXQ2su9E6d/2r+5GDk8EtvC/+XnLr87zKmXDXkxnb0PAcfSDvRuLto+MAdHCyQQf4Uaz8dYuzEO4aI19Gi+18LBfx7FFkIcZ8SIsIPlQjREJGi5vPqidE5/hwn4+YglKSrIOaASKJtcq90zhvYEwAWygigbei4WnMssbI35byNJ9VS8mxvbAFtdZAut+Tr5KRngRUU6a4+nb/UEJZ7fMkMLUvVAfNA0QSwlEyAduoaBFskXsSuNoXmsbaqBC+gRY3Oypu953DoNpHJPD5PiK/THa+sweiPlcPNtJ7LlEhlXQ6oJoM9cCSV666MNxMzfRimlKiB1f7onXQTIWKtCWlXXVYHjlWCFuo0F5zqzxcpzIPeAo1MkWo0NhGRYWwhfIU6FFftFD/ERXSaTWl7h6DhZq5B+XKJG6G8mQCc1ChXn3NlajOvEqSdkUkcEhFkzjFvlw26urBWQvcUUokDCgackILFdLpLaVet8EyOqPDzihonVUTmiHwM1RIpykppYXm/aVPMQCudawA5R05pv4ppwuUCwD4Jc/oqNgnODypRD/C4spNEmu+ioua4hVchIwrueTYtDJ7gCBUKEoK9FIJmcQ3A9B/jQPE17JqP4xyclc15oB3OEBMS6NCOy0mhZ1TwiGBkS8jhdZ8FSkwxismhNZ4BbrWGK/YJLHzVShp56ukJJEBQK4IgAzLFKETLQe0hvMqIANP0S0+gpWhq+01cBP5SQGeh5rc8LSEnsQ/pG7eq86hupLbzBI6YdhJ3dQZZAA8u8YBz66ppNubJcCZDcrZCOLK9/mG5esR2c5VzIvsfBndx+a2xhhXZiP2uDIltvNVqT4rX8Ud6OSruCSRqOAidgwuitNBHmEFAssFQHYQAO7l3c3WE5/0qyr3ZoBjAHQooHKThNyJ0mKPQM8mjLVSBp4KUlGdIgshk4ZnYs807ggdXRbkNF7JCuY4K4yUzrLC/IMPWMEavwLAg5XZ4PKKdVU/3STMkb1OQuwRGB3Kk4TBoUj1VUIF3WuNo7TQGlemWCHVZ2UFa1zJCso0SvV3Olk0VbHAbrnIkWVBZOf/rySesEkQGERJAoOXhr5FGQj5mvt/P1z/TQHxo9xs8O/sde/r1GUlolVb2Drw8wEQ3hDaHWyxuxVc8sguqJaUOiqkpLUAg2jnFN5KehIYXGsnDHmIi8BzybG9ZtQXIjApGi3SQB+Z3Jba6OnBNVS4V5lNepJ4KxXlq+BoKImZR20YpqZCSbxN7iFws5xOGiwS0o2bfdEkXuMLFeo1LKehovcMZxR0UR54vP8g6Ki+fKjb5fnd9T8/TpcS4YDMbVCZ6mPnCMFOK5b7wKJ3oGL+FWd3KNLzxh0gnOlpZDmsLCW218EcNv9UmmNRDvLq88Agitj531ZH8h1Hfo+I71FBelbTh195SZtJ2XFOoxzJd4VGflBy0LGCvak3LGwciq23bH9yfQUfsL8iGTXgN5wTJ3ZzM+yruYBdXPBPAKpzO06d2jfPy+cXCAqFRaKfiNdvBD9Ymf8B',
    ),
  },
  {
    by: 'libvorbis at 16 kHz',
    channels: 1,
    isLong: [false, true],
    setup: inflated(
      'vVZ/UBN3Fn9QlAWVrlykAaOX2ESzVKxLoTURZ2BBCWth8AsiLtqzCZ4NP1ph8a4t/hGbYG2CuRgWJnILA7qLRk1PrKlyM87otUlQMFqE4PUH9e6U0Npr7f3Q/nfnBm17Nzc399ftvHl5s5/3fe993st+v985v3it2Whml1GFVXGQDyCn8Mw5PpNTP7xI1Z5+pI+6QoSWUNdVR9WFB/TB3JDcVDxUa6cu77vu2gzSAkGxpby5JCvKs0flW0abZpRRnr2j3DXalKSJ8qxTF3U3O8lZNKWZkPz2yYrtTcfkUZ4VFMX2puOS1UieczeHdVGenVa+jZrfzZVQ+a6U5nlSlKAU764UuT333Pis3w+qnXxsvUpG09h3HwGK2XfKnNpF4ALo69fa/6hNwTPOJMMwAJ7fJCs+JNs4qBj5SL0AW7B1DkAcYAB9hv2CwS5WO39u7l3+5hFt95HMk2fMV86sHDlz97erYssNAOWbZIHdssTYuloAbIfWfnSN83a1W9zam2jbfyoeLAAJAOXziwdlpd+qr/0l79pf/11m0yoB4C1trfyJxyPAVBnphT0odVtyGqVYWLiEChd6Restok1jGqs4VYCp9n6z7sFU6zezI8ABXpatObAvpMZUNqNsRVHTgBJT2e6oq6+8MaPGPrPi1Hm+dWTowVRrrBWAwUWlDacwlaQIgUMGYsBjtBMhBTtKhpTW+dkzfR1l+suCu0x/RX3UieoJv6zixcE7aSafP8KzvykgTO1kUP6DejrGwwKAz02vdRVgKpssFrR5lAwpZmlZAOIBQLEeqYub1cVu9WX3ypKOvJH3JCkdLypdtHlic+Pk/caf3W/8fGLn5/d3fjKxc3vXzs/8jdsj27dP7vlXiVG3JIDFeXtNTAxOwZAcG44r7mFLLEfX2P9kcN6udmq2upebu3a90XXsje7j7yyNuUCC1LWHj+VIbGzqrV0D5t5j0rBPnLAPeE+cqOseMP93ie9XnQRIAlgSalIUNylCTRKrWIeVT0gzLdykWN+8MuTO2fhe3siNomt/27bp+T0VWxofD0EZqwBCbF6IzbvckTfC5oU68kpu5JT+jyI1Nl768+EdLrpscMsGIqg++1KmIOsYbz3uMb6o/7OXmkskDr1Nq8S+G1PZogvNbz3moYblX/ZbXWTb6cmP2WsXHizFFmxdCEVxAEFlEDcNk8s11lQypK5Fy6I8V0YvF4UqZlSweWjHIbaMXqHpQMw87043Xa8ZiAeIVwDEr7RRhVUJsAngAGkgBBmiyWOeQpoIcSYDcYdvLtOFPC14ZlTekkILXLNTd4xnU7MTO9kUankPgAUSwQLz+q+7FsXl8wAWF2snsYUmnEoi2srRCb5jrKDEa3WjEm/Ajdo7WaRPIvakokwiUI3sWUKlyZw1OYYOZgX5mvYL+zljlneCYU4OBapZR+6DYR3dw0X0hE+M1JX6Jj4uMWcJEaM5KxgxXiWC/HOEr63L+Iw3cNM4kuv3sOasSZnpGhHsrT81FOKtq30TPDOiC3haRwejHvZJN8vpCd8exGz0TXQzJ3M7xhizL+hiHFJyB7kLMSu9gWrGTgY8rCNr8jrzLhHkKxy6EGN1D95/iTkphbL7oh529fOh3rX0UFfkzVW+v7/ErqIinzpeyYqO1z2ZGexlw5dufmrFfXf4uq/WBW62fq2Tf8Le80Vu1VxdP8xbrw99N9C6esPEx9ZRP3aYxfUzy1ruXX6dq1vlu7ONubsukrH3qg77iPmaCE5VOC5M9v769IVEFTOyLnDTaie/62ZX66PGSt+lEG91+dP6W5+lo0ruhD/xcH159uSylnuBmT7HswA7LsaB8qItu/yVYTsoy8BSMKwT5TaawPptHKUlNreXDHusbnKFyCEG0/jtJHbYhLJDgi2VydScTaXNXm6M0Yr+Lqad8KcVEt42xDwjnu1iTpD+KtOHHm5URxw2IZrwdSLmpKLDTWq9VhdNEAGEHJ0syp453oLTmd4PK5HZJ4whQgy4UQMRqKxx+PdLrf6wCtWR/soaBzl5gCTSWZQdFTiEpBy6FaLVSU/3CW5ULwqy56aFlhT6ivIoQvYsMbVCK/rdqEEUIky7f2CcydL4H4Ya5FKlUGkbS3u4CJ1J7kdMPTndzThILrWGIIJuusEX6K5p0D1KTtcNTnSZ6genx9FBwv8QGApyFb/y3+eZk7n+SgmornnNH+HXEj6JuSbgYRyDgWpWq3k/llxe0zD0fprpyf6z1XTdoJBqqien5TVOr5+paRgaGDf6/PcVNa+uE9PqHYPTY+hg7uSUqVS3CGD1LQB8B5WuzanVAD4HQP6B3IRniDxbRls5NlxymbfiFH2YxSkDwZZRdNbOcIHB6y+naV8gjS7x+tPmAWh3A2CnCyqMTZbYZhL7gGlybj+5gYgqc4LagDTsIN9RTgQ8bHl2iLeW09M8i9NJKg7RtMqG6BIvgCVe+oAX52jSErU5tetnCzLxz4VVyT1iGKm9RyOb6rVixsb2nmBV692hGxmtjUMvcPRBb8RZPzI0MWUuXXdOMQ9g7W6Atafx5AVbk+B2HOAPK/Cw4fQ2uXSWz0ft0oFuJ6MSNwkowFRsWIf129y6qMKG0zNSfYTY8hDo55A+qrQhmuhhcZoQuXiwJEt7VYPs9/wO9fHrrk7IXwqwYz4VLjH7Xh7VYVkTN1cHFRxndPBWF3IMbRgtMBDBvrVawi9vuNdj4xiHLrEDOXKjU1aD199tDa+bqJK2UN54Kjc6xT4L8MtLcfDVxQ2HriZteOt7EhgRIyHK2VFdtB21k9MSiSDPhgsCclNYl6gyjeqiSptLAnBqhmdTKEzVIgE2XB/ts+IU1sPGTuz/RGINAKi+P9D/r2rmx9ewR2oFDJ/7XdzFf1wKple5w8nF1nlSH2xPACQXaEXjw1lo3GV6oqejnCYOWRH9hcAhOknkEI3F1BIOUYRkfa/0j60rOkLskKyicAmhir2z/cjvsfpfao+H84sVoExt4F/WfHFqd875WCsNAH0y1kljBOdCxz1HnBRBCIhOXmgKl3ypaCtHWq/1ig4TBY7KVO0JFyRq2lwoSdXp1M9ouXKUqeHGdFrRJqNpotNFGbwtHNJqOiXnTkQbNJ04ndwjVNLJXqESYT0tLmqFRnDTyd4ODmVqRI6mNS2IyiREnKK9HE4bCLEMlXgFGaVVtXGI1ohumlZ1VlJJosAhbb9QKdF1IwLgVmynxvSXj5/BFpeevweyjDOp0k0kn2uJmI+VLMPI9YdXLCCCSr+w8gO8wv3OtzJTu067oTCFvM3Jn6Kxfqsxb3ln4ZXyTUPnxnVzAmmmvd8MPhUHgMVDgi0B5EqtJw7mJmJPJ8YviUtIaQTLPuxw0vzk/ksFyyEvv8gwB95Jso+1rcJUb7UsrP32YttPXug9/wdbSuPsZQuHe3HgKoeFCz8a3Vy9bUftKw27W17fa7ElxGAM9gKol+UXFeWwi9KekqdnLFYsWfpTpSoOHj35+fmxX2XM/ic=',
    ),
  },
  {
    by: 'FFmpeg at 44.1 kHz',
    channels: 2,
    isLong: [false, true],
    setup: inflated(
      '7ZZvUFPZFcBPSIQX/gaIENjszksWTB6EHWNjl1A6E94Cax5ByDNxAcsODSAJ6O5ipK3aDzF5sBFSJxsf1MlkGP4kgWSRKezCdOm0VaupVYxRFJ2206G1S1addm11xn5reS9orbPbL+1+2zvzzpx737nn3Pt7991ztnzv3UMmi1WMv7E3CQQA1GFvc5gjXdYMHI+5hwGSANooaboSVXUUA2OADngcZrwn+nq83DziCJIHdqfIyIOjfw6a3omq4z7rvLrLZY2qp+RdeY79eE9ULVOaR+ysFtceeOXjILGhdfmsFaIuqjeqntL2vOLf334wqu6q6vFOrpMHomoZ+c7ozXXyIOtvU0wd7a1IiVMbmqz73dlPtx3ujarjp3qXXpdR1uftZEhGMx+AAwLqu+2i76faH6sLnXrq9IDuaOzbFTp7BJ1yH1VVFGKBTFzb6aNv8Nmd2wAE+C5Jv5B8KkQmp2TAd+gyNj3mIUrC8snlHVcUH7Ei81sPZn6V+Ua68kKMKJ27adj3o52r3mPRT9bRM8OrLT1naJLAArSd5YcAHHdXJRd0bDq9jE357KklCZzJcFbSNXY8udCcEL2RAidqR6TTfo+uIhVbuNO9rLz9tiOz4snosc8/+YeYYh0/FcXsVm0AgEgoQWLhg8qI2JpZwS/msdtqA0hXXhB1uKvY4IPYr8XW9ApEQpOkebz/O93O4pG9LScCgdPdQ3OrTda/KFf/cOzznz/ZFFH2CGh4AI50qRO1u5TJEh41MMMDDYDA5FRGUEpAOiVTPrtuxz3/pDtpXFLKARkAlf1mUS8vp2vsOFISQieXccXcAkPmy0SZoHA+B5wAbQyrakEVr6DD9pTfqy4NryAgbD+pXhcdjlXJXu7Pa2H5rfFAg447dyxv52UbDfrarUYh+eZzgF4UBgILJLh0ALgnaBIrq7FLAyK/qK52q7WxZXD6UDp5NURG0fWiEaeSok8ZdqwL8XT8vrhPhyWXDYvwiMh/51DduDUTyWiWALUfysUpbkWaW5EGiVZUz1Vd4yqucjf72hW4sgJXH8H/oblVGbHKrFhl1mZfdY1b2cCr1PM2+1ceQf1jaBByvoJYimvcSj1P1fBcrAYhp+ExfN2+bl994wGklgOkNiH9AzMI/IkHYg9Pay+qegSezqqVMcv2eltHc0xlLtTl/nuWdmXMElM5pZobKnOhKmMCefbG5rcwxtXZqKVQleFNfvYPAZz9Rr1TWp0d5D/U5U4gesqS9MVLSgLgiwG26OTcZ2s6aWoGWCs/2ckB293ykS0AI50npABNI9sG/2cG/xmQBxMA4kFT89leRRoTUTuvsHVyVFljFtDzGOMMxvhAjG4Sj7H3uBBsVb2KupXqD4os3vUTUu0N1bXcGu/6kdEu78PKaxvbnpB7t1XrhfW5QYs3nKrbY9wCUMhgvzOGzZVrmNvd5gZ4f6JpJHhkNH5iwhLelvCiV9WvGIwev2VUNjhh9gZDYUXdSmWDsOa6ymg0jm8Oh8NLDysT1sa+1h8wHuTeYHjpNSboisq4x9ia75yweIPhcPhB0vXcmhWD8XZf69oRZu798Gxa9QrjrvWtEQ6zwvtL8+mNRmNf6+3hThszZWlWwTXc6mt9a6SzwMb0rswDaHgpoOG8+lnR5GXpAdUfz3MbzZcGAU0F2D6AXaR3uLQIRg0o+ZJ+t1Yb+pguQUK0gdgiGfYQv5EH6BZiK2UgSgJ2N6ENCAGG1jaeNomQSViXuIC69Bs513cKwS6etka1FG1aVsf9pIupRkgiIrZG1ViALU5oDzO2m7jHlikB+oY67jtFEvxxa0yLBQ5H1XEe2BK05fPqc7saWdwGAMddFrfcGyzWMl9LNhgMaT2JD9D996c8Pz2yyfhyX811Vf0eo/HHiiGW5dJrug1st/pa8xPQZtN+t5eh1jxw8MNwmGF2u6+1ebETvTJb+rNFBcDb5zhw8+zArezdg5GkNKbI2MiXggjqF+C7Cig3jkgCQvzF00hyANpn2Iy+M9bMpvVS9KMXUv3N/1IDfJmo+4JkztH8Mi8T/in45szJ90hVXpP5EgGoGGB7LRYROxoJbCvuUsteHl41zQhMy2o+tpC3728+q4DYFVgQDcV9jkaCmLvVZEgdp2lyqGx1gvxs2k+TPTvz2nUloYVV04dzonYytWxh1eS6iOzb0122+NtuReSOl0gri4jalefzC/YNhRZbHMrzl/Lq6hZWC13K2ierptCZdZMr6xeLwjrXznxY++sa2Kbb7qaXarv6J8+xmPAkQCja5FJGmGMQYqqauM8hwOXDJpeS1ZDi9o3TI6YEODJOe5QJTeKnKzY1iiQSdhKqkbiHJsZyCAzrZzUBXoIF2Lkbuy0OCBN2fCxAs2O4XMJAZOywgH8DZ4gicf44ZSAIrD8HRwK0hySwYRKXj1MkoWVgsyE5YEMywZZUG9PWDtfcMZ/vT0HZexlFPiiQ6n8C6ZkGwM8LobGpzc2FjMwsS35+rNOWtvTTBxqkCsEFQ1w5ykmR/f7hhZdG33PkHh4kMhL3cQH8EKAoS1NdrbIKsnNyhVvz8kUFhS+JAWzMPSZgrVhbwb8A',
    ),
  },
];

type Bits = readonly (readonly [value: number, bits: number])[];

/** Values of so many bits each, the lowest first. */
export function bitsOf(...values: Bits): Uint8Array {
  const all = values.flatMap(([value, count]) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1));
  const packed = new Uint8Array(Math.ceil(all.length / 8));
  for (const [at, bit] of all.entries()) packed[at >> 3] = (packed[at >> 3] ?? 0) | (bit << (at & 7));
  return packed;
}

const modesOf = (isLong: readonly boolean[]): Bits => [
  [isLong.length - 1, 6],
  ...isLong.flatMap(
    (long): Bits => [
      [long ? 1 : 0, 1],
      [0, 16],
      [0, 16],
      [0, 8],
    ],
  ),
  [1, 1],
];

const CODEBOOK: Bits = [
  [0x564342, 24],
  [1, 16],
  [1, 24],
  [0, 2],
  [0, 5],
  [0, 4],
];
const TIME: Bits = [
  [0, 6],
  [0, 16],
];
const FLOOR: Bits = [
  [0, 6],
  [1, 16],
  [0, 5],
  [0, 2],
  [0, 4],
];
const RESIDUE: Bits = [
  [0, 6],
  [0, 16],
  [0, 24],
  [0, 24],
  [0, 24],
  [0, 6],
  [0, 8],
  [0, 4],
];
const MAPPING: Bits = [
  [0, 6],
  [0, 16],
  [0, 2],
  [0, 2],
  [0, 24],
];

/** A setup header with one codebook, floor, residue and mapping, whose end may be followed by a list of other modes. */
export const aVorbisSetup = (isLong: readonly boolean[], behind?: readonly boolean[]): Uint8Array =>
  Buffer.concat([
    Buffer.from('\u0005vorbis', 'latin1'),
    bitsOf(
      [0, 8],
      ...CODEBOOK,
      ...TIME,
      ...FLOOR,
      ...RESIDUE,
      ...MAPPING,
      ...modesOf(isLong),
      ...(behind ? modesOf(behind) : []),
    ),
  ]);
